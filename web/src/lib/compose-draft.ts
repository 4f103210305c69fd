/** The mail one is writing, kept in this browser at every change. Compose shows it; other screens may prepare one for it. */
import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { currentSession } from "./session.ts";
import { textEntry } from "./storage.ts";

export type ComposeDraft = { intent: string; tone: Tone; extra: string; to: string; subject: string; bodyHtml: string };

export const emptyBody = "<p></p>";
export const composeDefaults: ComposeDraft = {
  intent: "Follow up on our proposal",
  tone: "professional",
  extra: "We met last Tuesday. The offer is valid until the end of the month.",
  to: "priya@example.com",
  subject: "",
  bodyHtml: emptyBody,
};

const entry = textEntry("intellibox.compose.draft");

/** Field by field, each falling back to its default. What does not parse counts as nothing kept, silently (section 4). */
export function readComposeDraft(): ComposeDraft {
  const found = parsed(entry.read());
  // On a shared computer the next person must not read what the last one left unsent.
  const owner = currentSession()?.user._id;
  if (found.owner !== undefined && owner !== undefined && found.owner !== owner) return composeDefaults;
  const text = (name: keyof ComposeDraft) => {
    const value = found[name];
    return typeof value === "string" ? value : composeDefaults[name];
  };
  return {
    intent: text("intent"),
    tone: tones.find((tone) => tone === found.tone) ?? composeDefaults.tone,
    extra: text("extra"),
    to: text("to"),
    subject: text("subject"),
    bodyHtml: text("bodyHtml") || emptyBody,
  };
}

export const writeComposeDraft = (draft: ComposeDraft) =>
  entry.write(JSON.stringify({ ...draft, owner: currentSession()?.user._id }));

export const clearComposeDraft = () => entry.clear();

function parsed(text: string | null): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    return found && typeof found === "object" ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
