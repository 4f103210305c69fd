/** The draft of Compose, saved in this browser at every change. Other screens may prepare one. */

import type { DraftContent, FollowedUp } from "@intellibox/contract/endpoints/drafts";
import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { draftShelf } from "./draft-shelf.ts";
import { usualTone } from "./usual-tone.ts";

export type ComposeDraft = {
  intent: string;
  tone: Tone;
  extra: string;
  to: string;
  /** Absent if there are none. */
  cc?: string;
  bcc?: string;
  subject: string;
  bodyHtml: string;
  /** The mailbox to send from, "" for the user's own address; absent until the draft is begun. */
  mailboxId?: string;
  /** The alias of that mailbox to send from; absent for its own address. */
  alias?: string;
  /** Beyond the specification: the unanswered mail that this one follows up on. */
  followsUp?: FollowedUp | null;
};

export const emptyBody = "<p></p>";
/** Shown as placeholders of the empty fields, and filled in by the sample button. */
export const composeSample = {
  intent: t("Follow up on our proposal"),
  extra: t("We met last Tuesday. The offer is valid until the end of the month."),
  to: "priya@example.com",
} satisfies Partial<ComposeDraft>;
/** A new draft contains nothing that the user did not enter. */
export const composeDefaults: ComposeDraft = {
  intent: "",
  get tone() {
    return usualTone();
  },
  extra: "",
  to: "",
  subject: "",
  bodyHtml: emptyBody,
};

/** True if the user has entered nothing. */
export const isUntouched = (draft: ComposeDraft) =>
  !draft.cc &&
  !draft.bcc &&
  Object.entries(composeDefaults).every(([name, value]) => draft[name as keyof ComposeDraft] === value);

export const composeShelf = draftShelf("intellibox.compose.draft", "intellibox.compose.kept");

/** Each field falls back to its default. A draft that does not parse is ignored silently (section 4). */
export const readComposeDraft = () => draftFrom(composeShelf.read() ?? {}, composeDefaults);
export const writeComposeDraft = (draft: ComposeDraft) => composeShelf.write(draft);
export const clearComposeDraft = () => composeShelf.clear();

/** The draft as the server keeps it. */
export const contentOfDraft = ({
  followsUp = null,
  cc = "",
  bcc = "",
  mailboxId,
  alias = "",
  ...draft
}: ComposeDraft): DraftContent => ({
  ...draft,
  ...{ cc, bcc, mailboxId: mailboxId || null, alias, followsUp, forward: null },
});

export function draftFrom(found: Record<string, unknown>, defaults: ComposeDraft): ComposeDraft {
  const text = (name: Exclude<keyof ComposeDraft, "followsUp" | "cc" | "bcc" | "mailboxId" | "alias">) => {
    const value = found[name];
    return typeof value === "string" ? value : defaults[name];
  };
  return {
    intent: text("intent"),
    tone: tones.find((tone) => tone === found.tone) ?? defaults.tone,
    extra: text("extra"),
    to: text("to"),
    subject: text("subject"),
    bodyHtml: text("bodyHtml") || emptyBody,
    ...copiesOf(found, defaults),
    // The server keeps null for the user's own address.
    ...(found.mailboxId !== undefined && { mailboxId: typeof found.mailboxId === "string" ? found.mailboxId : "" }),
    ...(typeof found.alias === "string" && { alias: found.alias }),
    ...(isFollowedUp(found.followsUp) && { followsUp: found.followsUp }),
  };
}

function copiesOf(found: Record<string, unknown>, defaults: ComposeDraft): Pick<ComposeDraft, "cc" | "bcc"> {
  const cc = typeof found.cc === "string" ? found.cc : defaults.cc;
  const bcc = typeof found.bcc === "string" ? found.bcc : defaults.bcc;
  return { ...(cc && { cc }), ...(bcc && { bcc }) };
}

function isFollowedUp(found: unknown): found is FollowedUp {
  const { followUpId, inReplyTo, references, subject } = (found ?? {}) as Record<string, unknown>;
  return [followUpId, inReplyTo, subject].every((part) => typeof part === "string") && Array.isArray(references);
}
