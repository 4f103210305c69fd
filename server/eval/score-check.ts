import { checkMail } from "@intellibox/contract/rules/mail-check/mail-check";
import type { CheckedThread, MailPerson } from "@intellibox/contract/rules/mail-check/types";
import type { SubjectRow } from "./score-subject.ts";
import type { SummaryRow } from "./summary-fit.ts";

/** The share of really sent mail that the check before sending objects to, and the words of each finding. */
export type CheckScore = { mails: number; objected: number; findings: string[] };

const me = "me@company.test";

/**
 * Mails that were sent one by one. The set names neither files nor the day: a file counts as attached, and of all days the one with
 * the fewest findings counts.
 */
export function scoreSentMail(rows: SubjectRow[]): CheckScore {
  const sent = rows.filter(({ id }) => id.includes("_sent_"));
  return scoreOf(sent.map(({ body, subject }) => fewest(days.map((today) => check(body, subject, today, true)))));
}

const days = [1999, 2000, 2001, 2002].flatMap((year) => [2, 6, 10].map((month) => ({ year, month, day: 15 })));

const check = (text: string, subject: string, today: (typeof days)[number], hasFiles: boolean) =>
  checkMail({ ...{ to: ["a@b.example"], cc: [], bcc: [], subject, text, hasFiles, today }, own: [me], known: [] });

const fewest = <T>(lists: T[][]) => lists.reduce((best, list) => (list.length < best.length ? list : best));

/** Mails of threads, each checked as an answer to the one before it, on its day and without a file. */
export function scoreThreads(rows: SummaryRow[]): CheckScore {
  return scoreOf(
    rows.flatMap(({ subject, messages }) =>
      messages.map(({ from, to = "", date = "", sents }, at) => {
        const writer = personIn(from);
        const day = new Date(date);
        const today = { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate() };
        const text = sents.flatMap((one) => (/^\s*[>|]/.test(one.text) ? [] : one.text)).join("\n");
        const [reader, thread] = [personIn(to).address, threadBefore(messages.slice(0, at), personIn(to))];
        const readers = { to: [reader], cc: [], bcc: [] };
        return checkMail({
          ...readers,
          subject,
          text,
          today,
          thread,
          hasFiles: false,
          own: [writer.address],
          known: [],
        });
      }),
    ),
  );
}

function threadBefore(before: SummaryRow["messages"], reader: MailPerson): CheckedThread | undefined {
  const last = before.at(-1);
  if (!last) return undefined;
  const people = [...before.flatMap(({ from, to = "" }) => [personIn(from), personIn(to)]), reader];
  return { text: last.sents.map(({ text }) => text).join("\n"), people, sender: personIn(last.from) };
}

function personIn(text: string): MailPerson {
  const [, name = "", address = text] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? [];
  return { name: name.replaceAll('"', ""), address: address.trim() };
}

const scoreOf = (found: ReturnType<typeof checkMail>[]): CheckScore => ({
  mails: found.length,
  objected: found.filter((list) => list.length > 0).length,
  findings: found.flat().map(({ kind, words }) => `${kind}: ${words}`),
});
