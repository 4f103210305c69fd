// Carries out what rules do with one mail: everything from the outside first, then one transaction with all actions and their record.
import type { RuleAction } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { RuleOutcome } from "@intellibox/contract/rules/mail-rules";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, notInArray, sql } from "#db/orm.ts";
import { mailRuleRuns, mailRules, type RuleHit } from "#db/tables/mail-rules.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { Scope } from "#scope.ts";
import { lockMailboxes } from "#features/inbox/change-messages.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import type { RuleRow } from "../rule-rows.ts";
import { senderText } from "../words.ts";
import { type ActionResult, applyAction } from "./apply-action.ts";
import { noteOutcome, pauseIfTooMany, pauseRule } from "./pause-rule.ts";
import { type PreparedAction, prepareAction, type RuleRunner } from "./prepare-action.ts";

export type RuleWork = { rule: RuleRow; hits: RuleHit[] };

type Options = {
  /** Called in the transaction after the mailboxes are locked. False if the mail is not ours to work on any more. */
  isOurs: (tx: Tx) => Promise<boolean>;
  /** Its owner asked for it: the state of the rule does not matter, and what was not done, or undone, is done again. */
  isAsked?: boolean;
};

/** `changed`: a rule was changed meanwhile, so the mail has to be matched again. */
export type CarriedOut = { end: "done" | "changed" | "lost"; runIds: string[]; sent: boolean; hasLater: boolean };

type Step = RuleWork & { action: RuleAction; index: number; prepared: PreparedAction | "proposed" };

export async function carryOut(
  runner: RuleRunner,
  mail: StoredRuleMail,
  work: RuleWork[],
  { isOurs, isAsked = false }: Options,
): Promise<CarriedOut> {
  const { scope } = runner;
  const isDone = await scope.tx((tx) => finishedRuns(tx, scope, mail, work, isAsked));
  const steps: Step[] = [];
  for (const { rule, hits } of work)
    for (const [index, action] of rule.actions.entries()) {
      if (isDone(rule.id, index)) continue;
      const isProposed = rule.state === "watch" && !isAsked;
      const prepared = isProposed ? "proposed" : await prepareAction(runner, { rule, mail, action, index });
      steps.push({ rule, hits, action, index, prepared });
    }
  return scope.tx(async (tx): Promise<CarriedOut> => {
    const nothing = { runIds: [], sent: false, hasLater: false };
    await lockFor(tx, scope, mail, steps);
    // First, because `isOurs` may end the claim on the mail.
    if (!isAsked && !(await areUnchanged(tx, scope, work))) return { end: "changed", ...nothing };
    if (!(await isOurs(tx))) return { end: "lost", ...nothing };
    const done: CarriedOut = { end: "done", ...nothing, runIds: [] };
    for (const [rule, own] of Map.groupBy(steps, (step) => step.rule)) {
      if (!isAsked && (await pauseIfTooMany(tx, scope, rule))) continue;
      for (const step of own) await takeStep(tx, runner, mail, step, { done, isAsked });
    }
    if (done.runIds.length > 0)
      await scope.publish(
        tx,
        { tenantId: scope.tenantId, userId: scope.user.id },
        { kind: "messages", data: { action: "rules", mailbox: mail.mailboxId } },
      );
    return done;
  });
}

async function takeStep(
  tx: Tx,
  runner: RuleRunner,
  mail: StoredRuleMail,
  step: Step,
  { done, isAsked }: { done: CarriedOut; isAsked: boolean },
) {
  const { scope } = runner;
  const { rule, prepared } = step;
  const isProposed = prepared === "proposed";
  // The row first: of two processes, the second finds that the action was taken.
  const id = await insertRun(tx, scope, mail, step, isProposed ? "proposed" : "waiting", isAsked);
  if (!id) return;
  done.runIds.push(id);
  if (isProposed) return;
  const result = await applyAction(tx, runner, mail, prepared);
  await storeResult(tx, scope, id, result);
  done.sent ||= prepared.kind === "send" && result.outcome === "done";
  done.hasLater ||= result.outcome === "waiting";
  if (result.loop) await pauseRule(tx, scope, rule, result.loop);
  else await noteOutcome(tx, scope, rule, result.outcome, result.error);
}

export const storeResult = (
  tx: Tx,
  scope: Scope,
  id: string,
  { outcome, error, before, after, afterSeconds = 0 }: ActionResult,
) =>
  tx
    .update(mailRuleRuns)
    .set({
      ...{ outcome, error: error ?? null, before: before ?? null, after: after ?? null },
      nextAt: outcome === "waiting" ? sql`now() + make_interval(secs => ${afterSeconds})` : null,
    })
    .where(and(eq(mailRuleRuns.tenantId, scope.tenantId), eq(mailRuleRuns.id, id)));

async function insertRun(
  tx: Tx,
  scope: Scope,
  mail: StoredRuleMail,
  { rule, hits, action, index }: Step,
  outcome: RuleOutcome,
  isAsked: boolean,
): Promise<string | undefined> {
  const { tenantId, user } = scope;
  if (isAsked)
    await tx
      .delete(mailRuleRuns)
      .where(
        and(
          isRunOf(scope, mail, [rule.id]),
          eq(mailRuleRuns.actionIndex, index),
          notInArray(mailRuleRuns.outcome, finished),
        ),
      );
  const [row] = await tx
    .insert(mailRuleRuns)
    .values({
      ...{ tenantId, userId: user.id, ruleId: rule.id, ruleName: rule.name, isShared: rule.userId === null },
      ...{ mailKey: mail.mailKey, messageId: mail.id, mailboxId: mail.mailboxId },
      ...{ sender: senderText(mail.from), subject: mail.subject, date: mail.date },
      ...{ actionIndex: index, action, hits, outcome, at: scope.now() },
    })
    .onConflictDoNothing()
    .returning({ id: mailRuleRuns.id });
  return row?.id;
}

/** An action with one of these outcomes was done or will be done, so it is not repeated, not even on request. */
const finished: RuleOutcome[] = ["done", "waiting"];

const isRunOf = ({ tenantId, user }: Scope, { mailKey }: StoredRuleMail, ruleIds: string[]) =>
  and(
    eq(mailRuleRuns.tenantId, tenantId),
    eq(mailRuleRuns.userId, user.id),
    inArray(mailRuleRuns.ruleId, ruleIds),
    eq(mailRuleRuns.mailKey, mailKey),
  );

async function finishedRuns(tx: Tx, scope: Scope, mail: StoredRuleMail, work: RuleWork[], isAsked: boolean) {
  const ids = work.map(({ rule }) => rule.id);
  const rows = ids.length
    ? await tx
        .select({ ruleId: mailRuleRuns.ruleId, index: mailRuleRuns.actionIndex })
        .from(mailRuleRuns)
        .where(and(isRunOf(scope, mail, ids), isAsked ? inArray(mailRuleRuns.outcome, finished) : undefined))
    : [];
  const known = new Set(rows.map(({ ruleId, index }) => `${ruleId} ${index}`));
  return (ruleId: string, index: number) => known.has(`${ruleId} ${index}`);
}

/** Mailboxes before messages, as a sync does; all of them for a snooze, whose thread may be in several. */
export async function lockFor(
  tx: Tx,
  scope: Scope,
  { mailboxId }: { mailboxId: string },
  steps: { prepared: PreparedAction | "proposed" }[],
) {
  const needsAll = steps.some(({ prepared }) => prepared !== "proposed" && prepared.kind === "snooze");
  if (!needsAll) return lockMailboxes(tx, scope.tenantId, [mailboxId]);
  const own = await tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, scope.tenantId), eq(mailboxes.userId, scope.user.id)));
  return lockMailboxes(
    tx,
    scope.tenantId,
    own.map(({ id }) => id),
  );
}

/** Locked, so that a rule which is switched off does nothing after that was answered. */
async function areUnchanged(tx: Tx, { tenantId }: Scope, work: RuleWork[]): Promise<boolean> {
  if (work.length === 0) return true;
  const rows = await tx
    .select({ id: mailRules.id, version: mailRules.version, state: mailRules.state, failures: mailRules.failures })
    .from(mailRules)
    .where(
      and(
        eq(mailRules.tenantId, tenantId),
        inArray(
          mailRules.id,
          work.map(({ rule }) => rule.id),
        ),
        sql`${mailRules.removedAt} is null`,
      ),
    )
    .orderBy(mailRules.id)
    .for("share");
  const now = new Map(rows.map((row) => [row.id, row]));
  return work.every(({ rule }) => {
    const row = now.get(rule.id);
    if (row) rule.failures = row.failures;
    return row?.version === rule.version && row.state === rule.state;
  });
}
