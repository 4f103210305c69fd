// Answers the questions of conditions about mails. Each answer is stored, so that each question is asked once for a message.
import { createHash } from "node:crypto";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";
import type { AssistantAnswer } from "#features/mail-facts/rule-mail.ts";
import type { AskedMail, MailAnswers } from "./asked-mail.ts";
import { findAsks } from "./find-asks.ts";
import { judgeByModel } from "./judge-by-model.ts";
import { isAboutAsking, judgeByWords } from "./judge-by-words.ts";

const hashOf = (question: string) => createHash("sha256").update(question.trim()).digest("base64url");

/** A mail that is missing in the result was not judged. */
export async function answerQuestions(scope: Scope, asked: AskedMail[]): Promise<MailAnswers> {
  if (asked.length === 0) return new Map();
  const answers = await scope.tx((tx) => storedAnswers(tx, scope, asked));
  const open = asked.flatMap(({ mail, questions }) => {
    const left = questions.filter((question) => !answers.get(mail.id)?.has(question));
    return left.length > 0 ? [{ mail, questions: left }] : [];
  });
  if (open.length === 0) return answers;
  const { answers: judged, end } = await judgeByModel(scope, open);
  const rest = open.filter(({ mail }) => !judged.has(mail.id));
  // If the allowance is used up, the rest stays open. Without a model, words decide.
  const byWords = end === "allowance" ? new Map() : await judgeAllByWords(scope, rest);
  // Not those of a model that failed: it is asked again.
  await scope.tx((tx) => storeAnswers(tx, scope, end === "none" ? byWords : judged));
  for (const [id, some] of [...judged, ...byWords]) answers.set(id, new Map([...(answers.get(id) ?? []), ...some]));
  return answers;
}

async function judgeAllByWords(scope: Scope, asked: AskedMail[]): Promise<MailAnswers> {
  const asking = asked.filter(({ questions }) => questions.some(isAboutAsking)).map(({ mail }) => mail);
  const asks = await findAsks(scope, asking);
  return new Map(
    asked.map(({ mail, questions }) => [
      mail.id,
      new Map(questions.map((question) => [question, judgeByWords(mail, question, asks.get(mail.id))])),
    ]),
  );
}

async function storedAnswers(tx: Tx, { tenantId, user }: Scope, asked: AskedMail[]): Promise<MailAnswers> {
  const ids = asked.map(({ mail }) => mail.id);
  const { rows } = await tx.execute<{ id: string; question: string; is_yes: boolean; reason: string }>(sql`
    select id, question, is_yes, reason from mail_rule_answers
    where tenant_id = ${tenantId} and user_id = ${user.id} and id = any (${sql.param(ids)}::uuid[])`);
  const byMail = Map.groupBy(rows, ({ id }) => id);
  const answers: MailAnswers = new Map();
  for (const { mail, questions } of asked) {
    const known = new Map(byMail.get(mail.id)?.map((row) => [row.question, row]));
    const found = questions.flatMap((question): [string, AssistantAnswer][] => {
      const row = known.get(hashOf(question));
      return row ? [[question, { isYes: row.is_yes, reason: row.reason }]] : [];
    });
    if (found.length > 0) answers.set(mail.id, new Map(found));
  }
  return answers;
}

async function storeAnswers(tx: Tx, { tenantId, user }: Scope, fresh: MailAnswers) {
  const rows = [...fresh].flatMap(([id, answers]) =>
    [...answers].map(([question, { isYes, reason }]) => ({ id, question: hashOf(question), is_yes: isYes, reason })),
  );
  if (rows.length === 0) return;
  // A message that was deleted meanwhile is left out.
  await tx.execute(sql`
    insert into mail_rule_answers (tenant_id, user_id, id, question, is_yes, reason)
    select ${tenantId}, ${user.id}, g.id, g.question, g.is_yes, g.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, question text, is_yes boolean, reason text)
    join messages m on m.tenant_id = ${tenantId} and m.user_id = ${user.id} and m.id = g.id
    on conflict do nothing`);
}
