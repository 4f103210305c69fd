/** The mail one is writing, kept in this browser at every change. Compose shows it; other screens may prepare one for it. */
import type { FollowedUp } from "@intellibox/contract/endpoints/drafts";
import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { draftShelf } from "./draft-shelf.ts";

export type ComposeDraft = {
  intent: string;
  tone: Tone;
  extra: string;
  to: string;
  subject: string;
  bodyHtml: string;
  /** Beyond the specification: the unanswered mail that this one follows up on. */
  followsUp?: FollowedUp | null;
};

export const emptyBody = "<p></p>";
/** Shown in the empty fields as ghost text, and filled in when somebody tries it. */
export const composeSample = {
  intent: "Follow up on our proposal",
  extra: "We met last Tuesday. The offer is valid until the end of the month.",
  to: "priya@example.com",
} satisfies Partial<ComposeDraft>;
/** A new composer holds nothing that the user did not put there. */
export const composeDefaults: ComposeDraft = {
  intent: "",
  tone: "professional",
  extra: "",
  to: "",
  subject: "",
  bodyHtml: emptyBody,
};

/** Whether nobody has put anything in. */
export const isUntouched = (draft: ComposeDraft) =>
  Object.entries(composeDefaults).every(([name, value]) => draft[name as keyof ComposeDraft] === value);

export const composeShelf = draftShelf("intellibox.compose.draft", "intellibox.compose.kept");

/** Field by field, each falling back to its default. What does not parse counts as nothing kept, silently (section 4). */
export const readComposeDraft = () => draftFrom(composeShelf.read() ?? {}, composeDefaults);
export const writeComposeDraft = (draft: ComposeDraft) => composeShelf.write(draft);
export const clearComposeDraft = () => composeShelf.clear();

export function draftFrom(found: Record<string, unknown>, defaults: ComposeDraft): ComposeDraft {
  const text = (name: Exclude<keyof ComposeDraft, "followsUp">) => {
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
    ...(isFollowedUp(found.followsUp) && { followsUp: found.followsUp }),
  };
}

function isFollowedUp(found: unknown): found is FollowedUp {
  const { followUpId, inReplyTo, references, subject } = (found ?? {}) as Record<string, unknown>;
  return [followUpId, inReplyTo, subject].every((part) => typeof part === "string") && Array.isArray(references);
}
