// Puts questions about mails to the company's model. Mail is untrusted: whatever it says, the answer is only yes or no.
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import type { Scope } from "#scope.ts";
import type { JudgeTask } from "#features/assistant/model.ts";
import { readMails } from "#features/assistant/read-mails.ts";
import { runModelTask } from "#features/assistant/run-model-task.ts";
import { safeTextOf, type Untrusted } from "#features/assistant/untrusted.ts";
import type { AssistantAnswer } from "#features/mail-facts/rule-mail.ts";
import { senderText } from "../words.ts";
import type { AskedMail, MailAnswers } from "./asked-mail.ts";

/** Mails in one call. */
const batchSize = 20;
/** In characters: the part of each mail that a model reads. */
const maxText = 2_500;

/** Why no model answered: the company has none, its allowance is used up, or it failed. */
export type NoModel = "none" | "allowance" | "failed";

export async function judgeByModel(scope: Scope, asked: AskedMail[]): Promise<{ answers: MailAnswers; end?: NoModel }> {
  const read = await readMails(
    scope,
    asked.map(({ mail }) => (mail.text || mail.htmlText).slice(0, maxText)),
  );
  const all = asked.map((one, at) => ({ ...one, read: read[at] ?? { text: "", warnings: [] } }));
  // A mail that gives orders is judged alone, so that it cannot speak for others.
  const isPlain = (one: ReadMail) => one.read.warnings.length === 0;
  const plain = all.filter(isPlain);
  const batches = [...all.filter((one) => !isPlain(one)).map((one) => [one])];
  for (let at = 0; at < plain.length; at += batchSize) batches.push(plain.slice(at, at + batchSize));
  const answers: MailAnswers = new Map();
  for (const batch of batches) {
    try {
      for (const [id, some] of await judgeBatch(scope, batch)) answers.set(id, some);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { answers, end: endOf(error) };
    }
  }
  return { answers };
}

type ReadMail = AskedMail & { read: Untrusted };

function endOf({ code }: AppError): NoModel {
  if (code === "model_required") return "none";
  return code === "quota_exceeded" ? "allowance" : "failed";
}

async function judgeBatch(scope: Scope, batch: ReadMail[]): Promise<MailAnswers> {
  const task = (textOf: (read: Untrusted) => string): JudgeTask => ({
    name: "judgeMails",
    mails: batch.map(({ mail, questions, read }) => ({
      ...{ from: senderText(mail.from), subject: mail.subject, questions },
      text: textOf(read),
    })),
  });
  const { answers } = await runModelTask(
    scope,
    task(({ text }) => text),
    {
      ...{ kind: "rule", needsProvider: true, warnings: batch.flatMap(({ read }) => read.warnings).slice(0, 5) },
      withoutSuspects: () => task(safeTextOf),
    },
  );
  return new Map(
    batch.map(({ mail, questions }, at) => [
      mail.id,
      new Map(
        questions.map((question, position): [string, AssistantAnswer] => {
          const found = answers.find((one) => one.mail === at && one.question === position);
          return [question, found ?? { isYes: false, reason: t("The assistant gave no clear answer") }];
        }),
      ),
    ]),
  );
}
