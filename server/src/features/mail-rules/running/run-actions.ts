// Carries out the actions that take long or may fail for a while: drafts, plans and web addresses.
import type { RuleAction } from "@intellibox/contract/endpoints/mail-rule-fields";
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { ruleActionLease } from "#db/lease.ts";
import { and, asc, eq, isNull, sql } from "#db/orm.ts";
import { mailRuleRuns, mailRules } from "#db/tables/mail-rules.ts";
import type { Scope, World } from "#scope.ts";
import { type OutboundSender, outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { asUser } from "#features/users/open-user-scope.ts";
import { refusalOf, settingsOf } from "../allowed-actions.ts";
import { findTasks } from "../leaving/add-to-plan.ts";
import { callWebhook, type LaterResult } from "../leaving/call-webhook.ts";
import { keepReplyDraft } from "../leaving/keep-reply-draft.ts";
import { sendLater } from "../leaving/send-later.ts";
import { tellOfRules } from "../rule-rows.ts";
import { noteOutcome } from "./pause-rule.ts";

type Run = typeof mailRuleRuns.$inferSelect;
type Claimed = { run: Run; holder: string };

const maxOwners = 200;
/** After each attempt but the last; there are six. */
const backoffSeconds = [30, 120, 600, 3_600, 6 * 3_600];

const isDue = (world: World) => and(sql`${mailRuleRuns.nextAt} <= now()`, ruleActionLease.isFree(world.presence));

/** As platform, which sees only ids and times. */
export async function runDueActions(world: World): Promise<void> {
  const owners = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .selectDistinct({ tenantId: mailRuleRuns.tenantId, userId: mailRuleRuns.userId })
      .from(mailRuleRuns)
      .where(and(isDue(world), isOwnerActive(tx, mailRuleRuns)))
      .limit(maxOwners),
  );
  for (const owner of owners) if (!world.stopping.aborted) await runActionsOf(world, owner);
}

export async function runActionsOf(world: World, owner: { tenantId: string; userId: string }): Promise<void> {
  const outbound = outboundSenderOf(world);
  await asUser(world, owner, async (scope) => {
    while (!world.stopping.aborted) {
      const claimed = await claim(world, scope);
      if (!claimed) return;
      const result = await perform(scope, outbound, claimed.run).catch((error: unknown): LaterResult => {
        if (error instanceof AppError) return { outcome: "failed", error: error.message };
        world.log.error({ err: error, run: claimed.run.id }, "an action of a rule was not carried out");
        return { outcome: "retry", error: t("Unknown error") };
      });
      await scope.tx(async (tx) => settle(tx, scope, claimed, typeof result === "function" ? result : () => result));
      if (isSending(claimed.run.action)) await outbound.drain(scope.tenantId);
    }
  });
}

const claim = (world: World, scope: Scope): Promise<Claimed | undefined> =>
  scope.tx(async (tx) => {
    const holder = world.presence.newHolder();
    const next = tx
      .select({ id: mailRuleRuns.id })
      .from(mailRuleRuns)
      .where(and(eq(mailRuleRuns.tenantId, scope.tenantId), eq(mailRuleRuns.userId, scope.user.id), isDue(world)))
      .orderBy(asc(mailRuleRuns.nextAt), asc(mailRuleRuns.id))
      .limit(1)
      .for("update", { skipLocked: true });
    const [run] = await tx
      .update(mailRuleRuns)
      .set({ ...ruleActionLease.claim(holder), attempts: sql`${mailRuleRuns.attempts} + 1` })
      .where(and(eq(mailRuleRuns.tenantId, scope.tenantId), eq(mailRuleRuns.id, sql`(${next})`)))
      .returning();
    return run && { run, holder };
  });

const isSending = ({ do: name }: RuleAction) => name === "forward" || name === "sendTemplate";

async function perform(scope: Scope, outbound: OutboundSender, run: Run) {
  const { action } = run;
  const settings = await scope.tx((tx) => settingsOf(tx, scope.tenantId));
  const refusal = await scope.tx((tx) => refusalOf(tx, scope, settings, action));
  if (refusal) return { outcome: "skipped" as const, error: refusal };
  switch (action.do) {
    case "webhook":
      return callWebhook(scope, run, action.url);
    case "draftReply":
      return keepReplyDraft(scope, run, action.intent);
    case "addToPlan":
      return findTasks(scope, run, action.plan);
    case "forward":
    case "sendTemplate":
      return sendLater({ scope, outbound, settings }, run);
    default:
      throw new Error(`${action.do} is not carried out later`);
  }
}

function waitOf(result: LaterResult, attempts: number): number | undefined {
  if (result.outcome === "wait") return result.seconds;
  return result.outcome === "retry" ? backoffSeconds[attempts - 1] : undefined;
}

async function settle(
  tx: Tx,
  scope: Scope,
  { run, holder }: Claimed,
  finish: (tx: Tx) => LaterResult | Promise<LaterResult>,
) {
  const isRun = and(eq(mailRuleRuns.tenantId, run.tenantId), eq(mailRuleRuns.id, run.id));
  // Locked: another process may have it by now, or its owner may have undone it.
  const [held] = await tx
    .select({ outcome: mailRuleRuns.outcome })
    .from(mailRuleRuns)
    .where(and(isRun, ruleActionLease.isHeldBy(holder)))
    .for("update");
  if (held?.outcome !== "waiting") return;
  const result = await finish(tx);
  const wait = waitOf(result, run.attempts);
  const outcome =
    result.outcome === "retry" || result.outcome === "wait"
      ? wait === undefined
        ? "failed"
        : "waiting"
      : result.outcome;
  const error = "error" in result ? result.error : null;
  await tx
    .update(mailRuleRuns)
    .set({
      ...ruleActionLease.release,
      ...{ outcome, error },
      ...(result.outcome === "wait" && { attempts: run.attempts - 1 }),
      nextAt: wait === undefined ? null : sql`now() + make_interval(secs => ${wait})`,
    })
    .where(isRun);
  await tellOfRules(tx, scope, scope.user.id);
  if (outcome === "waiting") return;
  const [rule] = await tx
    .select()
    .from(mailRules)
    .where(and(eq(mailRules.tenantId, run.tenantId), eq(mailRules.id, run.ruleId), isNull(mailRules.removedAt)));
  if (rule) await noteOutcome(tx, scope, rule, outcome, error ?? undefined);
}
