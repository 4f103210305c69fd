import { changedShare } from "@intellibox/contract/rules/changed-share";
import { suggestSubject } from "#engine/builtin.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { mean } from "./mean.ts";
import { rougeL, rougeN, tokens } from "./rouge.ts";

export type SubjectRow = { id: string; body: string; subject: string; human: string[] };

/** ROUGE against the original subject (the AESLC protocol) and, as `human`, the mean over subjects people wrote for it. */
export function scoreSubjects(rows: SubjectRow[], suggest: (body: string) => string = engineSubject) {
  const scores = rows.map(({ body, subject, human }) => {
    const suggested = suggest(body);
    const ours = tokens(suggested);
    const theirs = tokens(subject);
    return {
      r1: rougeN(ours, theirs, 1),
      r2: rougeN(ours, theirs, 2),
      rl: rougeL(ours, theirs),
      changed: changedShare(suggested, subject),
      human: human.length ? mean(human.map((line) => rougeN(ours, tokens(line), 1))) : undefined,
    };
  });
  return {
    r1: mean(scores.map(({ r1 }) => r1)),
    r2: mean(scores.map(({ r2 }) => r2)),
    rl: mean(scores.map(({ rl }) => rl)),
    /** As `feedback` counts it: the share of words that the writer of the mail would have changed. */
    changed: mean(scores.map(({ changed }) => changed)),
    human: mean(scores.flatMap(({ human }) => human ?? [])),
  };
}

const engineSubject = (text: string) => suggestSubject({ text }).subject;

/** LEAD-1: the first sentence as the subject. */
export const leadSubject = (body: string) => sentencesOf(body)[0] ?? "";
