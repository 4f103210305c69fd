import type { Tone } from "@intellibox/contract/rules/choices";
import { readIntent } from "../intents/read-intent.ts";
import { withTypedReader } from "../intents/typed-reader.ts";
import { withoutRemarks } from "../intents/writer-remarks.ts";
import { composedFrom, confidenceIn } from "./confidence.ts";
import { realize } from "./realize.ts";

type Instruction = { intent: string; to: string; tone: Tone; pick: (choices: string[]) => string };

/**
 * The sentences that an instruction about a mail to `to` means: "remind her that the hall closes at 5". Returns undefined if any part
 * of it is uncertain.
 */
export function sayInstruction({ intent, to, tone, pick }: Instruction): string | undefined {
  const { text, remarks } = withoutRemarks(intent, "en");
  const understood = readIntent({ intent: withTypedReader(text), context: "", to, remarks });
  const { clauses, isPlural } = understood;
  const said = clauses.flatMap((clause) =>
    realize(clause, { tone, isPlural, pick, hasNotes: false, hasOthers: clauses.length > 1 }),
  );
  const isCertain =
    said.length > 0 &&
    said.every(({ as, text: sentence }) => (as === "sentence" || as === "ask") && !/[[\]]/.test(sentence)) &&
    clauses.every(({ isUncertain, aside }) => !isUncertain && aside === undefined) &&
    confidenceIn(understood, said).score >= composedFrom;
  return isCertain ? said.map(({ text: sentence }) => sentence).join(" ") : undefined;
}
