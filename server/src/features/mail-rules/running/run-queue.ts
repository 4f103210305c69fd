// Runs rules on new mail. A mail is claimed with a lease, and its row is deleted in the transaction that carries everything out: each
// rule acts once, however many processes work and whenever one of them dies.
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { ruleMailLease } from "#db/lease.ts";
import { and, asc, eq, sql } from "#db/orm.ts";
import { mailRuleQueue } from "#db/tables/mail-rules.ts";
import type { Scope, World } from "#scope.ts";
import { readRuleMails, type StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { isNewFor } from "#features/mail-rule-state/queue-mail.ts";
import { type OutboundSender, outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { asUser } from "#features/users/open-user-scope.ts";
import { settingsOf } from "../allowed-actions.ts";
import { answerQuestions } from "../assistant/answer-questions.ts";
import { type CompiledRule, compileRules } from "../matching/compile-rules.ts";
import { type MatchOutcome, matchRules, type RuleMatch } from "../matching/match-rules.ts";
import { type RuleRow, rulesInOrder } from "../rule-rows.ts";
import { carryOut } from "./carry-out.ts";
import { asMatched, type MatchedRow } from "./matched-row.ts";
import type { RuleRunner } from "./prepare-action.ts";
import { runActionsOf, runDueActions } from "./run-actions.ts";

type Owner = { tenantId: string; userId: string };
type QueueRow = typeof mailRuleQueue.$inferSelect;
type Claimed = { row: QueueRow; holder: string };

/** Mails whose questions are put to the assistant in one call. */
const batchSize = 20;
const maxOwners = 200;
const maxAttempts = 5;
const backoffSeconds = 30;

/** The job: for one user after a sync, and every minute for everybody. */
export async function runRulesFor(world: World, { tenantId, userId }: Partial<Owner>): Promise<void> {
  if (!tenantId || !userId) return runDueRules(world);
  await runRulesOf(world, { tenantId, userId });
  await runActionsOf(world, { tenantId, userId });
}

/** Runs the rules of everybody whose mail is due. As platform, which sees only ids and times. */
export async function runDueRules(world: World): Promise<void> {
  const owners = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .selectDistinct({ tenantId: mailRuleQueue.tenantId, userId: mailRuleQueue.userId })
      .from(mailRuleQueue)
      .where(and(isDue(world), isOwnerActive(tx, mailRuleQueue)))
      .limit(maxOwners),
  );
  for (const owner of owners) if (!world.stopping.aborted) await runRulesOf(world, owner);
  await runDueActions(world);
}

const isDue = (world: World) => and(sql`${mailRuleQueue.nextAt} <= now()`, ruleMailLease.isFree(world.presence));

export async function runRulesOf(world: World, owner: Owner): Promise<void> {
  const outbound = outboundSenderOf(world);
  await asUser(world, owner, async (scope) => {
    while (!world.stopping.aborted) {
      const claimed = await claim(world, scope);
      if (claimed.length === 0) return;
      await runBatch(world, scope, outbound, claimed);
    }
  });
}

const claim = (world: World, scope: Scope): Promise<Claimed[]> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const holder = world.presence.newHolder();
    const next = await tx
      .select({ id: mailRuleQueue.id, isAged: mailRuleQueue.isAged })
      .from(mailRuleQueue)
      .where(and(eq(mailRuleQueue.tenantId, tenantId), eq(mailRuleQueue.userId, user.id), isDue(world)))
      .orderBy(asc(mailRuleQueue.receivedAt), asc(mailRuleQueue.id))
      .limit(batchSize)
      .for("update", { skipLocked: true });
    const claimed: Claimed[] = [];
    for (const key of next) {
      const [row] = await tx
        .update(mailRuleQueue)
        .set(ruleMailLease.claim(holder))
        .where(isRow({ tenantId, ...key }))
        .returning();
      if (row) claimed.push({ row, holder });
    }
    return claimed;
  });

const isRow = ({ tenantId, id, isAged }: Pick<QueueRow, "tenantId" | "id" | "isAged">) =>
  and(eq(mailRuleQueue.tenantId, tenantId), eq(mailRuleQueue.id, id), eq(mailRuleQueue.isAged, isAged));

async function runBatch(world: World, scope: Scope, outbound: OutboundSender, claimed: Claimed[]) {
  const { rules, settings, mails } = await scope.tx(async (tx) => ({
    rules: (await rulesInOrder(tx, scope)).filter(({ state }) => state === "on" || state === "watch"),
    settings: await settingsOf(tx, scope.tenantId),
    mails: await readRuleMails(
      tx,
      scope,
      claimed.map(({ row }) => row.id),
    ),
  }));
  const runner: RuleRunner = { scope, outbound, settings };
  const compiled = compileRules(rules.map(asMatched));
  const byId = new Map(mails.map((mail) => [mail.id, mail]));
  const matched = claimed.map((one) => {
    const mail = byId.get(one.row.id);
    return { one, mail, ...(mail ? matchRules(eligible(compiled, one.row), mail, scope.now()) : noMatch) };
  });
  const asked = matched.flatMap(({ mail, questions }) => (mail && questions.length > 0 ? [{ mail, questions }] : []));
  const answers = await answerQuestions(scope, asked);
  for (const { one, mail, matches, questions } of matched) {
    const answered = mail && { ...mail, answers: answers.get(mail.id) ?? new Map() };
    const all =
      answered && questions.length > 0
        ? matchRules(eligible(compiled, one.row), answered, scope.now()).matches
        : matches;
    await runMail(runner, one, answered, all).catch((error) => {
      world.log.error({ err: error, message: one.row.id }, "the rules were not run on a mail");
      return postpone(scope, one);
    });
  }
}

const noMatch: MatchOutcome<MatchedRow> = { matches: [], questions: [] };

/** New mail is for the rules that were on when it came; mail that stayed unread is for rules about that. */
const eligible = (compiled: CompiledRule<MatchedRow>[], { isAged, receivedAt }: QueueRow) =>
  compiled.filter(({ rule: { row } }) => (isAged ? row.unreadDays !== null : isNewFor(row.activeSince, receivedAt)));

async function runMail(
  runner: RuleRunner,
  claimed: Claimed,
  mail: StoredRuleMail | undefined,
  found: RuleMatch<MatchedRow>[],
) {
  const { scope, outbound } = runner;
  // Its owner may have filed it meanwhile.
  const isHere = mail && (mail.folder === "inbox" || mail.folder === "snoozed");
  const matches = isHere ? found : [];
  if (!mail || matches.length === 0) {
    await scope.tx((tx) => finish(tx, claimed));
    return;
  }
  const work = matches.map(({ rule, hits }) => ({ rule: { ...rule.row } satisfies RuleRow, hits }));
  const { end, sent } = await carryOut(runner, mail, work, { isOurs: (tx) => finish(tx, claimed) });
  if (end === "changed") await scope.tx((tx) => release(tx, claimed));
  if (sent) await outbound.drain(scope.tenantId);
}

/** Deletes the row. False if another process has it now. */
async function finish(tx: Tx, { row, holder }: Claimed): Promise<boolean> {
  const gone = await tx
    .delete(mailRuleQueue)
    .where(and(isRow(row), ruleMailLease.isHeldBy(holder)))
    .returning({ id: mailRuleQueue.id });
  return gone.length > 0;
}

const release = (tx: Tx, { row, holder }: Claimed) =>
  tx
    .update(mailRuleQueue)
    .set(ruleMailLease.release)
    .where(and(isRow(row), ruleMailLease.isHeldBy(holder)));

/** After an error of the program or the database. A mail that fails again and again is given up, so that it does not hold up others. */
const postpone = (scope: Scope, { row, holder }: Claimed) =>
  scope
    .tx(async (tx) => {
      const isOurs = and(isRow(row), ruleMailLease.isHeldBy(holder));
      if (row.attempts + 1 >= maxAttempts) return void (await tx.delete(mailRuleQueue).where(isOurs));
      const seconds = backoffSeconds * 2 ** row.attempts;
      await tx
        .update(mailRuleQueue)
        .set({
          ...ruleMailLease.release,
          attempts: row.attempts + 1,
          nextAt: sql`now() + make_interval(secs => ${seconds})`,
        })
        .where(isOurs);
    })
    .catch((error) => scope.log.warn({ err: error }, "a mail was not given back to the rules"));
