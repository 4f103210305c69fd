import type { DraftContent } from "@intellibox/contract/endpoints/drafts";
import type { Tone } from "@intellibox/contract/rules/choices";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { composeDefaults, draftFrom } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { type OwnTexts, ownTexts } from "#lib/drafts/own-texts.ts";
import { replyShelf } from "#lib/drafts/reply-drafts.ts";
import { type ReplyState, type Said, saidInWords } from "#lib/drafts/reply-state.ts";
import { openDraftSync } from "./draft-sync.ts";
import { draftName, startingReply } from "./reply-draft.ts";
import { useDraftSync } from "./use-draft-sync.ts";

export type ReplyForm = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  emailBody: string;
  said: Said;
  tone: Tone;
  html: string;
  /** The mailbox to send from; "" for the user's own address. */
  mailboxId: string;
  /** The alias of that mailbox to send from; "" for its own address. */
  alias: string;
  /** The id of the message that is appended; "" if none is. */
  forward: string;
};

export type Recipients = Pick<ReplyForm, "to" | "cc">;

type ReplyFormOptions = {
  /** The recipients of the other kind of reply (Reply, Reply all). A draft that goes to exactly them goes to the chosen ones instead. */
  otherKind?: Recipients | undefined;
  /** The name of its draft; null if none is kept. */
  about?: string | null;
  /** A form that comes back because sending was undone or failed. */
  restored?: ReplyForm | undefined;
};

/** The reply on the screen. It starts from the inbox, or from the saved draft of an earlier visit. */
export function useReplyForm(start: ReplyState, options: ReplyFormOptions = {}) {
  const { about = draftName(start), restored, otherKind } = options;
  const [shelf] = useState(() => replyShelf(about ?? ""));
  const [own] = useState(() => ownTexts(about));
  const [kept] = useState(() => (about === null ? null : shelf.read()));
  const [form, setForm] = useState<ReplyForm>(
    () => restored ?? toChosen(startingForm(kept, start, own), start, otherKind),
  );
  const latest = useRef(form);
  const isBegun = useRef(kept !== null || restored !== undefined);
  const put = (next: ReplyForm) => {
    latest.current = next;
    setForm(next);
  };
  const { changed, other } = useDraftSync({
    about,
    shelf,
    read: () => (isBegun.current ? contentOf(latest.current) : null),
    adopt: (found) => {
      isBegun.current = found !== null;
      const form = formFrom(found, start);
      shelf.take(found && contentOf(form));
      put(toChosen(form, start, otherKind));
    },
  });
  const keep = () => {
    if (about === null) return;
    isBegun.current = true;
    shelf.write({ ...contentOf(latest.current), begunFrom: start.draft });
    changed();
  };
  const forget = () => {
    own.clear();
    if (!isBegun.current) return;
    isBegun.current = false;
    shelf.clear();
    changed();
  };
  const isSent = useRef(false);
  // A text from the inbox is kept at once, so that a draft of another device does not replace it unasked.
  const keepGiven = useEffectEvent(() => void ((restored || start.draft) && keep()));
  useEffect(() => keepGiven(), []);

  return {
    form,
    /** The user's texts that the AI replaced. */
    own,
    latest: () => latest.current,
    /** False until the user has changed something. */
    isBegun: () => isBegun.current,
    /** The version of another device, if both were changed. */
    other,
    /** `isCleaning`: the editor wrote its own HTML for the same text, which begins no draft. */
    change: (changes: Partial<ReplyForm>, isCleaning = false) => {
      put({ ...latest.current, ...changes });
      // The editor normalizes the quote's HTML when it opens. That change is not the user's, so it starts no draft.
      const isOnlyQuote =
        !isBegun.current && Object.keys(changes).join() === "html" && isUnwritten(latest.current.html);
      if (!isOnlyQuote && (isBegun.current || !isCleaning)) keep();
    },
    /** Deletes the saved draft. */
    forget,
    /** Deletes the saved draft of a sent reply, and saves it again if sending was undone. */
    setIsSent: (now: boolean) => {
      if (now === isSent.current) return;
      isSent.current = now;
      if (now) forget();
      else keep();
    },
  };
}

/** Saves the draft of a form that no screen shows, here and on the server. */
export const keepReplyDraft = (about: string, form: ReplyForm) => keepDraftContent(about, contentOf(form));

export function keepDraftContent(about: string, content: DraftContent) {
  const shelf = replyShelf(about);
  shelf.write(content);
  const nothing = () => undefined;
  const sync = openDraftSync({ about, shelf, read: () => content, adopt: nothing, onConflict: nothing });
  sync.changed();
  sync.close();
}

/** A text that was drafted in the inbox just now replaces that of an older draft, which can be restored. */
function startingForm(kept: Record<string, unknown> | null, start: ReplyState, own: OwnTexts): ReplyForm {
  const form = formFrom(kept, start);
  // After a reload, the saved draft is the drafted text with the user's edits.
  if (!kept || !start.draft || kept.begunFrom === start.draft) return form;
  if (!isUnwritten(form.html)) own.keep(form.html);
  return { ...form, html: formFrom(null, start).html };
}

const toChosen = (form: ReplyForm, { to, cc }: Recipients, otherKind: Recipients | undefined): ReplyForm =>
  otherKind && form.to === otherKind.to && form.cc === otherKind.cc ? { ...form, to, cc } : form;

function formFrom(found: object | null, start: ReplyState): ReplyForm {
  const { to, cc, bcc, subject, emailBody, quotedBody, draft, stance, said: words } = start;
  const html = start.html || startingReply(draftHtml(draft), quotedBody);
  const defaults = { ...composeDefaults, to, subject, extra: emailBody, bodyHtml: html, ...(!found && { cc, bcc }) };
  const { bodyHtml, extra, intent, ...rest } = draftFrom((found ?? {}) as Record<string, unknown>, defaults);
  const said = stance ? { words: words || stance, stance } : saidInWords(words || intent);
  const chosen = found ? textIn(found, "mailboxId") : "";
  return {
    ...{ to: rest.to, cc: rest.cc ?? "", bcc: rest.bcc ?? "", subject: rest.subject, tone: rest.tone },
    ...{ emailBody: extra, said, html: bodyHtml, mailboxId: chosen || start.mailboxId },
    alias: found && chosen ? textIn(found, "alias") : start.alias,
    // A draft says itself whether its writer left the message out.
    forward: found ? textIn(found, "forward") : start.forward,
  };
}

function textIn(found: object, name: string): string {
  const value = (found as Record<string, unknown>)[name];
  return typeof value === "string" ? value : "";
}

const contentOf = ({
  to,
  cc,
  bcc,
  subject,
  emailBody,
  said,
  tone,
  html,
  mailboxId,
  alias,
  forward,
}: ReplyForm): DraftContent => ({
  intent: said.words,
  tone,
  extra: emailBody,
  ...{ to, cc, bcc, subject },
  mailboxId: isId(mailboxId) ? mailboxId : null,
  alias,
  bodyHtml: html,
  followsUp: null,
  forward: isId(forward) ? forward : null,
});

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
