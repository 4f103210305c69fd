// Judges the question of a condition without a model: by the kind of the mail if the question names one, else by its words.
import type { MailKind } from "@intellibox/contract/rules/mail-rules";
import { mailKindNames } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { eachWord, stemOf } from "#lib/tokenize.ts";
import { kindsOf } from "#features/mail-facts/mail-kinds.ts";
import { type AssistantAnswer, foldMail, maxBody, type RuleMail } from "#features/mail-facts/rule-mail.ts";

/** Words of questions that say nothing about the mail. */
const empty = new Set(
  `mail email message letter somebody someone person people sender wants want wish asks ask asking about mentions mention contains contain
  says say talks talk is it its they he she me my us our we you your whether please kind sort looks look seems seem like regarding concerning
  has have need needs answer something anything thing things must should would could get gets sent send from that this does`
    .split(/\s+/)
    .flatMap((word) => stemOf(word) ?? word),
);

const kindWords: [MailKind, RegExp][] = [
  ["newsletter", /\b(?:newsletters?|mailing lists?|promotions?|marketing mail)\b/i],
  ["receipt", /\b(?:receipts?|invoices?|bills?|orders? confirmations?)\b/i],
  ["autoReply", /\b(?:automatic repl(?:y|ies)|out of (?:the )?office|auto-?repl(?:y|ies))\b/i],
  ["invitation", /\b(?:calendar invitations?|invitations? to (?:a )?meetings?)\b/i],
  ["cold", /\b(?:cold (?:mails?|emails?|outreach|sales)|sales pitch(?:es)?|unsolicited|wants? to sell)\b/i],
  ["notification", /\b(?:notifications?|automated (?:mail|message)s?)\b/i],
];
const urgent = /\b(?:urgent(?:ly)?|time[- ]sensitive|deadline)\b/i;
const urgentMail =
  /\b(?:urgent|asap|as soon as possible|immediately|by today|by tomorrow|deadline|dringend|sofort|urgente)\b/i;
const wantsAnswer =
  /\b(?:needs?|wants?|expects?|awaits?|requires?|requests?|waits? for|waiting for|asks?|asking)\b.*\b(?:answers?|repl(?:y|ies)|responses?|decisions?|tasks?|questions?|actions?)\b|\b(?:asks?|asking) (?:me|us)\b|\bi (?:must|should|have to|need to) (?:answer|reply|respond)\b/i;
/** Other words of a question are looked for in the mail. */
const answerWords = new Set(
  "answer reply response decision task question action respond expect await require request wait do something"
    .split(" ")
    .flatMap((word) => stemOf(word) ?? word),
);

const negation = /\b(?:not|no|never|without|neither|nor|nothing|nobody)\b|n['’]t\b/i;

/** This part of the words of a question must be in the mail. */
const neededPart = 0.6;
const maxShown = 5;

/** Whether it matters for the question what the mail asks of its reader. */
export const isAboutAsking = (question: string) => wantsAnswer.test(question) && !negation.test(question);

/** `ask`: the sentence of the mail that asks its reader for something, null if none does. */
export function judgeByWords(mail: RuleMail, question: string, ask: string | null = null): AssistantAnswer {
  // The words of a question tell nothing about its opposite.
  if (negation.test(question)) return { isYes: false, reason: t("Without a model, this question cannot be judged.") };
  const folded = foldMail(mail);
  const kind = kindWords.find(([, pattern]) => pattern.test(question))?.[0];
  if (kind && kindsOf(folded).has(kind))
    return yes(t("The mail looks like this kind: {kind}", { kind: mailKindNames[kind] }));
  const body = folded.body();
  if (urgent.test(question)) {
    const found = urgentMail.exec(`${folded.subject()} ${body}`)?.[0];
    if (found) return yes(t("The words {words} appear", { words: quoted([found]) }));
  }
  const isAsking = isAboutAsking(question);
  const wanted = wordsOf(question).filter(({ stem }) => !empty.has(stem) && !(isAsking && answerWords.has(stem)));
  if (isAsking && ask === null) return { isYes: false, reason: t("It asks for nothing") };
  if (isAsking && wanted.length === 0) return yes(t("It asks: {sentence}", { sentence: ask ?? "" }));
  if (wanted.length === 0) return { isYes: false, reason: t("Without a model, this question cannot be judged.") };
  const { from, subject, text, htmlText } = mail;
  const there = new Set(
    wordsOf(`${from.name} ${from.address} ${subject}\n${text}\n${htmlText}`.slice(0, maxBody)).map(({ stem }) => stem),
  );
  const found = wanted.filter(({ stem }) => there.has(stem));
  const shown = (found.length > 0 ? found : wanted).slice(0, maxShown).map(({ word }) => word);
  return found.length / wanted.length >= neededPart
    ? yes(t("The words {words} appear", { words: quoted(shown) }))
    : { isYes: false, reason: t("Too few words of the question appear") };
}

const yes = (reason: string): AssistantAnswer => ({ isYes: true, reason: reason.slice(0, 200) });
const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(", ");

/** Each stem once. Stop words are left out. */
function wordsOf(text: string): { word: string; stem: string }[] {
  const found = new Map<string, string>();
  eachWord(text, (word) => {
    const stem = stemOf(word);
    if (stem && !found.has(stem)) found.set(stem, word);
  });
  return [...found].map(([stem, word]) => ({ word, stem }));
}
