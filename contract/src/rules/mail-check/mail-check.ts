import { openTokensIn } from "../merge-tokens.ts";
import { checkAttachment } from "./attachment.ts";
import { checkAgreedDate, checkDates } from "./dates.ts";
import { checkFigures } from "./figures.ts";
import { checkGreetedName } from "./greeted-name.ts";
import { checkQuestions } from "./open-questions.ts";
import { checkRecipients } from "./recipients.ts";
import { checkSecrets } from "./secrets.ts";
import { checkTone } from "./tone.ts";
import type { CheckedMail, Finding } from "./types.ts";

/** Longer texts are checked up to here: the check runs while its writer types. */
const maxChecked = 50_000;
const maxSubject = 1_000;

/** Finds likely mistakes in a mail before it is sent, the gravest first. It needs no server and no model. */
export function checkMail(given: CheckedMail): Finding[] {
  const thread = given.thread && { ...given.thread, text: given.thread.text.slice(0, maxChecked) };
  const mail = { ...given, thread, text: given.text.slice(0, maxChecked), subject: given.subject.slice(0, maxSubject) };
  const found = [
    ...checkAttachment(mail),
    ...checkRecipients(mail),
    ...checkSecrets(mail),
    ...checkUnfilled(mail),
    ...checkDates(mail),
    ...checkAgreedDate(mail),
    ...checkFigures(mail),
    ...checkGreetedName(mail),
    ...checkQuestions(mail),
    ...checkTone(mail),
  ];
  const unique = [...new Map(found.map((one) => [one.key, one])).values()];
  return unique.sort((a, b) => Number(b.isGrave) - Number(a.isGrave));
}

/** Gaps that people and other programs leave: "<<Name>>", "%FIRST_NAME%", "<phone number>", "XXX EUR", "is ____ EUR". */
const gaps = [
  /<<\s*\p{L}[\p{L}\p{N}_ ]{1,40}>>|<(?:your|first|last|phone|full|company) (?:name|number|date|amount|address|company)>/giu,
  /<(?:insert|enter|fill in)\b[^<>\n]{0,40}>/giu,
  /<(?:NAME|DATE|AMOUNT|COMPANY|ADDRESS|TITLE)>/g,
  /(?<=^(?:Dear|Hi|Hello)\b[^\n_]{0,12})_{2,}/gimu,
  /%[A-Z]+_[A-Z_]{2,30}%/g,
  /(?:₹|€|\$|£|\b(?:Rs\.?|INR|EUR|USD|GBP))\s?X{2,}\b|\bX{2,}\s?(?:₹|€|\$|£|(?:INR|EUR|USD|GBP)\b)/g,
  /(?<=\p{L}[ :]{1,3})_{3,}(?=[ ]?\p{L})/gu,
  /\blorem ipsum\b/gi,
];
const gapsIn = (text: string) => gaps.flatMap((gap) => text.match(gap) ?? []);

/** Tokens and brackets that are still to be filled in. */
function checkUnfilled({ subject, text }: CheckedMail): Finding[] {
  const blanks = [subject, text].flatMap((part) => openTokensIn(part).map(({ token }) => token));
  const tokens = [...new Set([...blanks, ...gapsIn(subject), ...gapsIn(text)])];
  if (tokens.length === 0) return [];
  return [
    {
      kind: "unfilled",
      key: `unfilled ${tokens.join()}`,
      words: tokens.slice(0, 3).join(", "),
      count: tokens.length,
      isGrave: false,
      // The editor selects blanks only.
      ...(blanks.length > 0 && { fix: { type: "fill" } as const }),
    },
  ];
}
