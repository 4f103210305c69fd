import { eachWord, keyOf } from "#lib/tokenize.ts";
import { readMail } from "../mail/clean-mail.ts";
import { forwardedMail } from "../mail/forwarded.ts";
import { sentencesOf } from "../text/sentences.ts";
import type { QuestionMail } from "./types.ts";

// Longer mail is a report, whose beginning says what it is about.
const mostSentences = 200;

const listMark = /^(?:[-*•–·+]|\(?\d{1,2}[.)])\s+(?=\S)/;

export type MailSentence = { text: string; stems: Set<string>; speaker?: string };
export type ReadMail = {
  at: number;
  mail: QuestionMail;
  sentences: MailSentence[];
  subject: Set<string>;
  /** The stems of its own text and its subject. */
  stems: Set<string>;
};

export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  eachWord(text, (word) => void stems.add(keyOf(word)));
  return stems;
}

/** The mail's own sentences and those that it passes on, without what it quotes. */
export function readSentences(mail: QuestionMail, at: number): ReadMail {
  const own = readMail(mail.body, mail.from);
  const passedOn = own.onlyQuoted ? undefined : forwardedMail(mail.body, mail.from);
  const said = (text: string, speaker?: string) =>
    sentencesOf(text)
      .map((sentence) => sentence.replace(listMark, ""))
      .map((sentence) => ({ text: sentence, stems: stemsOf(sentence), ...(speaker && { speaker }) }));
  const sentences = [...said(own.text), ...(passedOn ? said(passedOn.text, passedOn.from) : [])].slice(
    0,
    mostSentences,
  );
  // The sender's name counts as the subject does: "any mail from the bank?"
  const subject = stemsOf(`${mail.subject} ${mail.from.replace(/<[^<>]*>/, "")}`);
  const stems = new Set(subject);
  for (const sentence of sentences) for (const stemmed of sentence.stems) stems.add(stemmed);
  return { at, mail, sentences, subject, stems };
}
