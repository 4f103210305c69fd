import { type DraftContent, drafts, type KeptDraft } from "@intellibox/contract/endpoints/drafts";
import type { DraftShelf } from "#lib/drafts/draft-shelf.ts";
import { call } from "#lib/http/api.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { newKey } from "#lib/http/keys.ts";
import { plainText } from "#lib/mail/plain-text.ts";

/** A draft is saved once typing pauses, and at the latest after `maxWaitMs` of typing. */
const pauseMs = 1500;
const maxWaitMs = 10_000;
const retryMs = 15_000;
/** Browsers limit the bodies of `keepalive` requests to 64 KiB. A character may take three bytes. */
const maxKeepaliveLength = 20_000;

export type DraftSyncOptions = {
  about: string;
  shelf: Pick<DraftShelf, "mark" | "setMark">;
  /** Returns the local draft; null if it was discarded. */
  read: () => DraftContent | null;
  /** Replaces the local draft with the server's. */
  adopt: (draft: DraftContent | null) => void;
  /** Both devices changed the draft, and the user has to choose. Called with null once the choice is made. */
  onConflict: (theirs: KeptDraft | null) => void;
};

/**
 * Syncs a draft with the server, so that the user can continue on another device. The local draft never waits for the server.
 * If both devices changed it, neither version overwrites the other until the user chooses.
 */
export function openDraftSync({ about, shelf, read, adopt, onConflict }: DraftSyncOptions) {
  const params = { about };
  let { base, isChanged } = shelf.mark();
  let theirs: KeptDraft | null = null;
  /** The last version that was sent to the server. Its response may have been lost. */
  let sentVersion: string | undefined;
  let changes = 0;
  let isBusy = false;
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;

  const storeMark = () => shelf.setMark({ base, isChanged });
  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const saveIn = (ms: number) => {
    if (!isOpen) return;
    const now = Date.now();
    if (timer === undefined) waitingSince = now;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.max(0, Math.min(ms, waitingSince + Math.max(ms, maxWaitMs) - now)));
  };

  const put = async (content: DraftContent | null, version: string | null, isLast: boolean) => {
    if (content && version) {
      const body = plainText({ ...content, version, basedOn: base });
      const keepalive = isLast && content.bodyHtml.length + content.extra.length < maxKeepaliveLength;
      await call(drafts.keep, { params, body }, { keepalive });
    } else if (base) await call(drafts.forget, { params, query: { basedOn: base } }, { keepalive: isLast });
  };
  const save = async (isLast = false) => {
    stopTimer();
    if (!isChanged || isBusy || theirs) return;
    isBusy = true;
    const [content, changesBefore] = [read(), changes];
    const version = content && newKey();
    sentVersion = version ?? sentVersion;
    let isSaved = false;
    try {
      await put(content, version, isLast);
      base = version;
      isChanged = changes !== changesBefore;
      storeMark();
      isSaved = true;
      if (isChanged) saveIn(pauseMs);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 409) await pull();
      // A draft that the server refuses, because it is too long, stays in this browser.
      else if (status === 0 || status === 429 || status >= 500) saveIn(retryMs);
    } finally {
      isBusy = false;
    }
    // The draft was changed and closed while it was being saved: a mail that was sent then must leave no draft.
    if (isSaved && isChanged && !isOpen) await save(true);
  };

  /** Fetches the server's draft and merges it. If the server cannot be reached, the local draft stays as it is. */
  const pull = async () => {
    const response = await call(drafts.get, { params }).catch(() => undefined);
    if (response) merge(response.draft);
  };
  const merge = (found: KeptDraft | null) => {
    const version = found?.version ?? null;
    if (version !== base && version !== sentVersion) {
      if (!isChanged) adopt(found);
      else if (found && hasSameContent(found, read())) isChanged = false;
      else if (found) {
        theirs = found;
        return onConflict(found);
      }
    }
    base = version;
    storeMark();
    if (isChanged) saveIn(pauseMs);
  };
  const choose = (isMine: boolean) => {
    if (!theirs) return;
    const chosen = theirs;
    theirs = null;
    base = chosen.version;
    isChanged = isMine;
    if (!isMine) adopt(chosen);
    storeMark();
    onConflict(null);
    void save();
  };

  const pullUnlessBusy = () => void (isBusy || theirs || pull());

  return {
    open: () => {
      isOpen = true;
      pullUnlessBusy();
    },
    pull: pullUnlessBusy,
    /** Another device has saved a version of the draft. */
    noticed: (version: unknown) => {
      if (!isBusy && !theirs && version !== base && version !== sentVersion) void pull();
    },
    changed: () => {
      changes += 1;
      isChanged = true;
      saveIn(pauseMs);
    },
    /** Saves with `keepalive`, so that the request survives the page. */
    saveNow: () => void save(true),
    keepMine: () => choose(true),
    takeTheirs: () => choose(false),
    close: () => {
      isOpen = false;
      void save(true);
    },
  };
}

const texts = [
  "intent",
  "tone",
  "extra",
  "to",
  "cc",
  "bcc",
  "mailboxId",
  "alias",
  "subject",
  "bodyHtml",
  "forward",
] as const;
const hasSameContent = (one: DraftContent, other: DraftContent | null) =>
  other !== null &&
  texts.every((name) => one[name] === other[name]) &&
  one.followsUp?.followUpId === other.followsUp?.followUpId;
