import { namesOf } from "../actions/people.ts";
import { extractTasks } from "../builtin.ts";
import { asksOf } from "../replies/asks.ts";
import { readForeignMail } from "../replies/foreign-asks.ts";
import { isReplied } from "../replies/foreign-reply.ts";
import { readIncoming } from "../replies/incoming.ts";
import { noAnswerOf } from "../replies/no-answer.ts";
import { sentencesOf } from "../text/sentences.ts";
import type { MailHeader } from "../types.ts";

export type BriefedMail = {
  from: string;
  to: string;
  at: Date;
  body: string;
  header: MailHeader;
  /** The reader is among the recipients in To. */
  isToReader: boolean;
};

export type MailNote = {
  /** The sentence that asks the reader for an answer; undefined if none does. */
  ask?: string;
  deadlines: { what: string; due: Date }[];
};

/** `readers`: the name and the addresses of the one person who reads. */
type BriefingOptions = { now: Date; until: Date; readers: string[] };

const longestAsk = 200;
const mostDeadlines = 3;

/** Finds for each mail what its reader is asked, and what is due until a day. */
export const briefMails = (mails: BriefedMail[], options: BriefingOptions): MailNote[] =>
  mails.map((mail) => briefMail(mail, options));

function briefMail(mail: BriefedMail, options: BriefingOptions): MailNote {
  const noAnswer = noAnswerOf(mail.body, mail.header);
  if (noAnswer?.reason === "fraud" || noAnswer?.reason === "newsletter") return { deadlines: [] };
  const ask = noAnswer || !mail.isToReader ? undefined : askIn(mail.body, mail.at);
  return { ...(ask && { ask: ask.slice(0, longestAsk) }), deadlines: deadlinesIn(mail, options) };
}

function askIn(body: string, at: Date): string | undefined {
  const { text, language, readers, isGroup } = readIncoming(body);
  if (language === "en") return asksOf(text, at, { readers, isGroup })[0]?.sentence;
  if (isReplied(language)) return readForeignMail(text, language).asks[0]?.quote;
  return sentencesOf(text).find((sentence) => /[?？]\s*$/.test(sentence));
}

/** Tasks of the reader, or of nobody in particular. */
function deadlinesIn({ from, to, at, body }: BriefedMail, { now, until, readers }: BriefingOptions) {
  const names = new Set(readers.flatMap((reader) => namesOf(reader)).map(firstWord));
  const today = new Date(now.getTime() - 24 * 3600 * 1000);
  return extractTasks({ from, to, at, body }, now)
    .flatMap(({ action, owner, due }) => (due && isReader(owner, names) ? [{ what: action, due }] : []))
    .filter(({ due }) => due >= today && due <= until)
    .slice(0, mostDeadlines);
}

/** "Rohan and Fatima" are two people. */
const isReader = (owner: string, names: Set<string>) =>
  ["", "everyone"].includes(owner.toLowerCase()) ||
  owner.split(/\s+and\s+|,\s*/).some((one) => names.has(firstWord(one)));

const firstWord = (name: string) => name.trim().toLowerCase().split(/\s+/)[0] ?? "";
