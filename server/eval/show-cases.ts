// Prints the engine's drafts and replies for our own cases, for a person to read: node server/eval/show-cases.ts [drafts|replies] [tone]

import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { draftEmail, draftReply, replyIntents } from "#engine/builtin.ts";
import { readJsonl } from "./jsonl.ts";

export type DraftCase = { id: string; intent: string; tone: Tone; context: string };
export type ReplyCase = { id: string; emailBody: string; tone: Tone; stance?: string };

const at = (name: string) => new URL(`./cases/${name}.jsonl`, import.meta.url).pathname;
const what = process.argv[2] ?? "";
const asked = tones.find((tone) => tone === process.argv[3]);
// A fixed day, so that the output can be compared between versions.
const now = new Date("2025-03-10T09:30:00Z");

if (what !== "replies") {
  for (const { id, intent, context, tone } of readJsonl<DraftCase>(at("drafts"))) {
    const draft = draftEmail({ intent, context, tone: asked ?? tone });
    console.log(
      `=== ${id} [${asked ?? tone}] ${intent} || ${context.replaceAll("\n", " / ")}\nSUBJECT: ${draft.subject}\n${draft.body}\n`,
    );
  }
}
if (what !== "drafts") {
  for (const { id, emailBody, tone, stance } of readJsonl<ReplyCase>(at("replies"))) {
    const { reply } = draftReply({ emailBody, tone: asked ?? tone, stance, now });
    const labels = replyIntents(emailBody).map(({ label }) => label);
    console.log(
      `=== ${id} [${asked ?? tone}] stance: ${stance ?? "none"} || ${emailBody.replaceAll("\n", " / ")}\nINTENTS: ${labels.join(" | ")}\n${reply}\n`,
    );
  }
}
