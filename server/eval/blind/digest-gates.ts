import type { Action } from "#engine/types.ts";
import { sameDue, sameOwner } from "../score-actions.ts";
import type { BlindMail, BlindTask } from "./cases.ts";
import { contentWords, covered, sameWord } from "./words.ts";

/** The share of the key points that the summary holds, and those that it misses. */
export function keyPointsCovered(mail: BlindMail, summary: string[]) {
  const text = summary.join("\n");
  const missed = mail.keyPoints.filter((point) => covered(point, text) < 0.5);
  return { share: 1 - missed.length / (mail.keyPoints.length || 1), missed };
}

export type TaskCounts = { hits: number; wanted: number; chosen: number; owners: number; dues: number };

/** Counts found tasks. An optional task that was found is neither wanted nor wrong. */
export function taskCounts(mail: BlindMail, found: Action[]): TaskCounts & { missed: BlindTask[]; extra: Action[] } {
  const left = [...found];
  const counts = { hits: 0, wanted: 0, chosen: found.length, owners: 0, dues: 0 };
  const missed: BlindTask[] = [];
  // Wanted tasks choose first, so that an optional one does not take their match.
  for (const task of mail.tasks.toSorted(
    (one, other) => Number(one.optional ?? false) - Number(other.optional ?? false),
  )) {
    const at = left.findIndex(({ action }) => holdsWords(action, task.words));
    const [hit] = at < 0 ? [] : left.splice(at, 1);
    if (task.optional) {
      if (hit) counts.chosen--;
      continue;
    }
    counts.wanted++;
    if (!hit) {
      missed.push(task);
      continue;
    }
    counts.hits++;
    if (task.owner === null || sameOwner(task.owner, hit.owner)) counts.owners++;
    if (sameDue(task.due, hit.due?.toISOString().slice(0, 16))) counts.dues++;
  }
  return { ...counts, missed, extra: left };
}

/** The share of a good subject's words that the subject holds. */
export const subjectOverlap = (mail: BlindMail, subject: string) => covered(mail.goodSubject, subject);

function holdsWords(action: string, words: string[]): boolean {
  const there = contentWords(action);
  return contentWords(words.join(" ")).every((word) => there.some((other) => sameWord(word, other)));
}
