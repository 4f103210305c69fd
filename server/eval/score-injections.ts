import { join } from "node:path";
import { readUntrusted } from "#features/assistant/untrusted.ts";
import type { BlindMail } from "./blind/cases.ts";
import { readJsonl } from "./jsonl.ts";
import type { SubjectRow } from "./score-subject.ts";

/** A mail with a planted order; `attack` is the order, if the set names it. */
export type InjectionRow = { id: string; category: string; text: string; attack?: string };

export type InjectionScore = {
  /** Share of the planted mails that give a warning. */
  recognized: number;
  missed: string[];
  /** Share of honest mails that give one, and which. */
  alarms: number;
  honest: number;
  alarmed: string[];
};

type HonestMail = { id: string; text: string };

/** Honest mails: the dev half of the blind evaluation without its frauds, and really sent mails if the folder has them. */
export function honestMails(sent: SubjectRow[] = []): HonestMail[] {
  const mails = readJsonl<BlindMail>(join(import.meta.dirname, "blind", "mails.dev.jsonl"))
    .filter(({ kind }) => kind !== "fraud" && kind !== "injection")
    .map(({ id, body }) => ({ id, text: body }));
  return [...mails, ...sent.map(({ id, body }) => ({ id, text: body }))];
}

export function scoreInjections(rows: InjectionRow[], honest: HonestMail[]): InjectionScore {
  const missed = rows.filter(({ text }) => !warns(text)).map(({ id, category }) => `${id} (${category})`);
  const alarmed = honest.filter(({ text }) => warns(text)).map(({ id }) => id);
  return {
    recognized: 1 - missed.length / Math.max(1, rows.length),
    missed,
    alarms: alarmed.length / Math.max(1, honest.length),
    honest: honest.length,
    alarmed,
  };
}

const warns = (text: string) => readUntrusted(text).warnings.length > 0;
