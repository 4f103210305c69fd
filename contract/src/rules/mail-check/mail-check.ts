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

/** Tokens and brackets that are still to be filled in. */
function checkUnfilled({ subject, text }: CheckedMail): Finding[] {
  const tokens = [...new Set([...openTokensIn(subject), ...openTokensIn(text)].map(({ token }) => token))];
  if (tokens.length === 0) return [];
  const words = tokens.slice(0, 3).join(", ");
  return [
    {
      kind: "unfilled",
      key: `unfilled ${tokens.join()}`,
      words,
      count: tokens.length,
      isGrave: false,
      fix: { type: "fill" },
    },
  ];
}
