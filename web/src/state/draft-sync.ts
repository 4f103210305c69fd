import { type DraftContent, drafts, type KeptDraft } from "@intellibox/contract/endpoints/drafts";
import type { DraftShelf } from "#lib/drafts/draft-shelf.ts";
import { call } from "#lib/http/api.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { newKey } from "#lib/http/keys.ts";
import { plainText } from "#lib/mail/plain-text.ts";

/** Kept once typing pauses, and now and then while it does not. */
const pauseMs = 1500;
const atMostMs = 10_000;
const againMs = 15_000;
/** What a browser still carries for a page that is being closed. */
const lastWordsLength = 20_000;

export type KeeperOptions = {
  about: string;
  shelf: Pick<DraftShelf, "mark" | "setMark">;
  /** What stands here; null where it was done away with. */
  read: () => DraftContent | null;
  /** Puts what another device kept in its place. */
  adopt: (draft: DraftContent | null) => void;
  /** Both were changed: somebody has to choose. Null once that is done. */
  onBoth: (theirs: KeptDraft | null) => void;
};

/**
 * Keeps a draft in step with the server, so that another device can go on with it. What is here comes first and never waits;
 * what another device wrote meanwhile is neither overwritten nor allowed to overwrite: there is a question instead.
 */
export function openDraftKeeper({ about, shelf, read, adopt, onBoth }: KeeperOptions) {
  const params = { about };
  let { base, isChanged } = shelf.mark();
  let theirs: KeptDraft | null = null;
  /** Told to the server; its answer may have been lost. */
  let told: string | undefined;
  let changes = 0;
  let isBusy = false;
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;

  const note = () => shelf.setMark({ base, isChanged });
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const saveIn = (ms: number) => {
    if (!isOpen) return;
    const now = Date.now();
    if (timer === undefined) waitingSince = now;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.max(0, Math.min(ms, waitingSince + Math.max(ms, atMostMs) - now)));
  };

  const put = async (content: DraftContent | null, version: string | null, isLast: boolean) => {
    if (content && version) {
      const body = plainText({ ...content, version, basedOn: base });
      const keepalive = isLast && content.bodyHtml.length + content.extra.length < lastWordsLength;
      await call(drafts.keep, { params, body }, { keepalive });
    } else if (base) await call(drafts.forget, { params, query: { basedOn: base } }, { keepalive: isLast });
  };
  const save = async (isLast = false) => {
    rest();
    if (!isChanged || isBusy || theirs) return;
    isBusy = true;
    const [content, at] = [read(), changes];
    const version = content && newKey();
    told = version ?? told;
    try {
      await put(content, version, isLast);
      base = version;
      isChanged = changes !== at;
      note();
      if (isChanged) saveIn(pauseMs);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 409) await look();
      // What the server does not take, because it is too long, stays here.
      else if (status === 0 || status === 429 || status >= 500) saveIn(againMs);
    } finally {
      isBusy = false;
    }
  };

  /** What the server has. Where it cannot be asked one goes on with what is here. */
  const look = async () => {
    const found = await call(drafts.get, { params }).catch(() => undefined);
    if (found) meet(found.draft);
  };
  const meet = (found: KeptDraft | null) => {
    const version = found?.version ?? null;
    if (version !== base && version !== told) {
      if (!isChanged) adopt(found);
      else if (found && isSame(found, read())) isChanged = false;
      else if (found) {
        theirs = found;
        return onBoth(found);
      }
    }
    base = version;
    note();
    if (isChanged) saveIn(pauseMs);
  };
  const choose = (isMine: boolean) => {
    if (!theirs) return;
    const chosen = theirs;
    theirs = null;
    base = chosen.version;
    isChanged = isMine;
    if (!isMine) adopt(chosen);
    note();
    onBoth(null);
    void save();
  };

  const lookUnlessBusy = () => void (isBusy || theirs || look());

  return {
    open: () => {
      isOpen = true;
      lookUnlessBusy();
    },
    look: lookUnlessBusy,
    /** Another device has kept something. */
    heard: (version: unknown) => {
      if (!isBusy && !theirs && version !== base && version !== told) void look();
    },
    changed: () => {
      changes += 1;
      isChanged = true;
      saveIn(pauseMs);
    },
    /** Before leaving. */
    saveNow: () => void save(true),
    keepMine: () => choose(true),
    takeTheirs: () => choose(false),
    close: () => {
      isOpen = false;
      void save(true);
    },
  };
}

const texts = ["intent", "tone", "extra", "to", "subject", "bodyHtml"] as const;
const isSame = (one: DraftContent, other: DraftContent | null) =>
  other !== null &&
  texts.every((name) => one[name] === other[name]) &&
  one.followsUp?.followUpId === other.followsUp?.followUpId;
