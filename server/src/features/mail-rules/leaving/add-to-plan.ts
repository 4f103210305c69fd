import { actionPlan } from "@intellibox/contract/endpoints/summaries";
import { t } from "@intellibox/contract/text/t";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, isNull, sql } from "#db/orm.ts";
import type { mailRuleRuns } from "#db/tables/mail-rules.ts";
import { summaries } from "#db/tables/summaries.ts";
import type { Scope } from "#scope.ts";
import { extractTasksOf } from "#features/inbox/assist.ts";
import { readRuleMails } from "#features/mail-facts/read-rule-mails.ts";
import { keepSummary, ownSummaries } from "#features/summaries/summaries.ts";
import type { LaterResult } from "./call-webhook.ts";

type Run = typeof mailRuleRuns.$inferSelect;
type Plan = (typeof summaries.$inferSelect)["actions"];

/** Finds the tasks of the mail. The returned function adds them to the plan of that name, in the transaction that records it. */
export async function findTasks(scope: Scope, run: Run, plan: string) {
  const [mail] = await scope.tx((tx) => readRuleMails(tx, scope, [run.messageId]));
  if (!mail) return { outcome: "skipped" as const, error: t("The mail is gone.") };
  const { tasks } = await extractTasksOf(scope, mail.id, { extent: "message", timeZone: "UTC" });
  if (tasks.length === 0) return { outcome: "skipped" as const, error: t("The mail has no tasks.") };
  const found: Plan = tasks.map(({ action, owner, due, source }) => ({
    ...{ action: action.slice(0, 2000), owner: owner.slice(0, 300), due: due.slice(0, 100) },
    ...{ source: source.slice(0, 1000), sourceIndex: null },
  }));
  return (tx: Tx) => addTo(tx, scope, plan, found);
}

async function addTo(tx: Tx, scope: Scope, title: string, found: Plan): Promise<LaterResult> {
  // Two rules may make the plan at the same time.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.user.id} ${title}`}, 727011))`);
  const [kept] = await tx
    .select({ id: summaries.id, actions: summaries.actions })
    .from(summaries)
    .where(and(ownSummaries(scope), eq(summaries.title, title), isNull(summaries.threadId)))
    .orderBy(desc(summaries.createdAt))
    .limit(1)
    .for("update");
  const all = [...(kept?.actions ?? []), ...found];
  const checked = actionPlan.safeParse(all);
  if (!checked.success)
    return { outcome: "failed", error: checked.error.issues[0]?.message ?? t("The plan is too long") };
  if (!kept) {
    await keepSummary(tx, scope, { title, thread: [], summary: [], summarySources: [], actions: all, written: null });
    return { outcome: "done" };
  }
  await tx
    .update(summaries)
    .set({ actions: all, actionCount: all.length })
    .where(and(ownSummaries(scope), eq(summaries.id, kept.id)));
  return { outcome: "done" };
}
