import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { questions } from "@intellibox/contract/endpoints/questions";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { readFollowUp } from "#engine/questions/read-question.ts";
import type { ReadQuestion } from "#engine/questions/types.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { type LoadedMail, loadMails, ownAddresses } from "#features/assistant/load-mails.ts";
import type { QuestionTask, WrittenAnswer } from "#features/assistant/model.ts";
import { runModelTask, type TaskReport } from "#features/assistant/run-model-task.ts";
import { doubtfulAmong } from "#features/mail-dangers/doubtful-among.ts";
import { presentEngine } from "./engine-answer.ts";
import { knownNames, type MailScope, searchByOperators, searchForQuestion } from "./search-mails.ts";
import { verifyAnswer } from "./verify-answer.ts";

type Asked = BodyOf<typeof questions.ask>;
type Answered = ResponseOf<typeof questions.ask>;

/** Calls of a model for one question. All but the last may ask for another search. */
const mostSteps = 5;
/** After this time the model must answer from what was found. */
const searchingMs = 60_000;
const mostOfSearch = 8;
const mostMails = 60;
const maxWarnings = 5;
const maxDoubted = 12;

/** Answers a question from the user's own mail. It reads, and changes nothing. */
export async function askMail(scope: Scope, asked: Asked, emit?: Emit): Promise<Answered> {
  const timeZone = asked.timeZone ?? "UTC";
  const now = scope.now();
  const within = scopeOf(asked, timeZone);
  if (within.mailbox) await refuseForeign(scope, within.mailbox);
  const [question, ...others] = readFollowUp(
    asked.question,
    { now, timeZone },
    asked.earlier.map((turn) => ({ question: turn.question, isAnswered: turn.answer.trim() !== "" })),
  );
  const words = wordsOf(question, asked.question);
  emit?.progress(t("Searching for {words}", { words }));
  const names = [...new Set([question, ...others].flatMap((one) => one.names))];
  const [known, own] = await Promise.all([knownNames(scope, names, within), ownAddresses(scope)]);
  const readings = [question, ...others].map((one) => ({
    question: one,
    people: known.filter((name) => one.names.includes(name)),
  }));
  const ids = new Set<string>();
  for (const one of readings)
    for (const id of await searchForQuestion(scope, one.question, one.people, within)) ids.add(id);
  const mails = await loadMails(scope, [...ids].slice(0, mostMails), own);
  const [{ people } = { people: [] }, ...otherwise] = readings;
  const searches = [{ words, found: mails.length }];
  emit?.progress(
    t("{count, plural, =0 {No mail was found} one {Reading # mail} other {Reading # mails}}", { count: mails.length }),
  );

  const asker = [scope.user.name.toLowerCase(), ...own];
  const whole: number[] = [];
  const reports: TaskReport[] = [];
  const began = performance.now();
  for (let step = 1; ; step++) {
    const maySearch = step < mostSteps && performance.now() - began < searchingMs;
    const task: QuestionTask = {
      name: "answerQuestion",
      input: { question, people, otherwise, mails: mails.map(({ mail }) => mail), asker, now, timeZone },
      ...{
        asked: asked.question,
        earlier: asked.earlier,
        searched: searches.map((one) => one.words),
        whole,
        maySearch,
      },
    };
    const { engine, written, ...report } = await runModelTask(scope, task, { kind: "question", emit });
    reports.push(report);
    if (engine) {
      const presented = await withDoubts(scope, presentEngine(engine, task.input, mails, asked.question));
      return { ...reportOf(reports), ...presented, searches, warnings: warningsOf(mails, presented.citations, report) };
    }
    if (written.searches.length + written.reads.length === 0 || !maySearch) {
      const verified = await withDoubts(scope, verifyAnswer(written, mails, { asked: asked.question, now, timeZone }));
      const isAnswered = verified.sentences.length > 0;
      const nearest = isAnswered ? [] : mails.slice(0, 3).map(({ found }) => found);
      const warnings = warningsOf(mails, verified.citations, report);
      return {
        ...reportOf(reports),
        ...verified,
        outcome: isAnswered ? "answered" : "nothing",
        nearest,
        searches,
        warnings,
      };
    }
    emit?.reset();
    await searchMore(scope, written, { mails, whole, searches, own, within, emit });
  }
}

type Presented = Pick<Answered, "citations" | "notes" | "actions">;

/** A cited mail that may be forged is said to be so, and no button does what it asks. */
async function withDoubts<Answer extends Presented>(scope: Scope, answer: Answer): Promise<Answer> {
  const named = answer.actions.flatMap((action) => ("messageId" in action ? [action] : []));
  const doubtful = await doubtfulAmong(scope, [...answer.citations.slice(0, maxDoubted), ...named]);
  if (doubtful.size === 0) return answer;
  const subjects = new Map(answer.citations.map(({ messageId, subject }) => [messageId, subject]));
  const notes = [...doubtful].flatMap((id) => {
    const subject = subjects.get(id);
    return subject === undefined
      ? []
      : [
          t("The mail “{subject}” looks doubtful. Open it and read its warning before you do what it asks.", {
            subject,
          }),
        ];
  });
  const actions = answer.actions.filter((action) => !("messageId" in action) || !doubtful.has(action.messageId));
  return { ...answer, notes: [...notes, ...answer.notes], actions };
}

type Found = {
  mails: LoadedMail[];
  whole: number[];
  searches: Answered["searches"];
  own: string[];
  within: MailScope;
  emit: Emit | undefined;
};

/** Does what the model asked for: at most two searches, and mails that it already has in full length. */
async function searchMore(scope: Scope, { searches: wanted, reads }: WrittenAnswer, found: Found) {
  const { mails, whole, searches, own, within, emit } = found;
  for (const at of reads) if (mails[at] && !whole.includes(at)) whole.push(at);
  for (const words of wanted) {
    emit?.progress(t("Searching for {words}", { words }));
    const ids = await searchByOperators(scope, words, within, mostOfSearch);
    const known = new Set(mails.map((one) => one.found.messageId));
    const more = await loadMails(
      scope,
      ids.filter((id) => !known.has(id)),
      own,
    );
    for (const mail of more) if (mails.length < mostMails) mails.push(mail);
    searches.push({ words, found: ids.length });
    // The model gets the found mails in full length.
    for (const id of ids) {
      const at = mails.findIndex((one) => one.found.messageId === id);
      if (at >= 0 && !whole.includes(at)) whole.push(at);
    }
  }
}

async function refuseForeign(scope: Scope, mailbox: string) {
  const rows = await scope.tx((tx) =>
    tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(
        and(eq(mailboxes.tenantId, scope.tenantId), eq(mailboxes.userId, scope.user.id), eq(mailboxes.id, mailbox)),
      ),
  );
  firstOr(rows, notFound(t("Mailbox not found")));
}

const scopeOf = ({ scope: { mailbox, person, from, to } }: Asked, timeZone: string): MailScope => ({
  ...{ mailbox, person, after: from, timeZone },
  // The last day is included.
  before: to && new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10),
});

/** The search, as the user sees it while it runs. */
function wordsOf({ kind }: ReadQuestion, asked: string): string {
  if (kind === "own-tasks" || kind === "waiting") return t("tasks in recent mail");
  if (kind === "open-invoices") return t("invoices and payments");
  const line = asked.replaceAll(/\s+/g, " ").trim();
  return `“${line.length > 80 ? `${line.slice(0, 79)}…` : line}”`;
}

/** All calls of the question together; the last one says which model answered. */
function reportOf(reports: TaskReport[]): TaskReport {
  const last = reports.at(-1) as TaskReport;
  const sum = (field: "tokens" | "durationMs") => reports.reduce((total, report) => total + report[field], 0);
  return { ...last, tokens: sum("tokens"), durationMs: sum("durationMs") };
}

/** Warnings about the answer, and about the mails that it cites. */
function warningsOf(mails: LoadedMail[], citations: Answered["citations"], { warnings }: TaskReport) {
  const cited = new Set(citations.map(({ messageId }) => messageId));
  const ofMails = mails.filter(({ found }) => cited.has(found.messageId)).flatMap((mail) => mail.warnings);
  return [...ofMails, ...warnings].slice(0, maxWarnings);
}
