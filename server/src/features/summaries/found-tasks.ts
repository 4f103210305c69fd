import type { BodyOf } from "@intellibox/contract/endpoint";
import type { FoundTask } from "@intellibox/contract/endpoints/assistant";
import { actionPlan, type summaries as calls } from "@intellibox/contract/endpoints/summaries";
import { t } from "@intellibox/contract/text/t";
import { invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { summaries } from "#db/tables/summaries.ts";
import type { Scope } from "#scope.ts";
import { ownSummaries } from "./summaries.ts";

type Change = BodyOf<typeof calls.changeTasks>;

/** Ticks tasks of a thread, or adds them to its action plan. A task that was planned before is not added again. */
export async function changeTasks(tx: Tx, scope: Scope, id: string, { tasks: chosen, change }: Change) {
  const one = and(ownSummaries(scope), eq(summaries.id, id));
  // Locked, because two changes at once would lose one of them.
  const rows = await tx
    .select({ tasks: summaries.tasks, actions: summaries.actions })
    .from(summaries)
    .where(one)
    .for("update");
  const { tasks, actions } = firstOr(rows, notFound(t("Summary not found")));
  const found = tasks ?? [];
  if (chosen.some((index) => !found[index])) throw notFound(t("Task not found"));
  const isChosen = (index: number) => chosen.includes(index);
  const changed = found.map((task, index) => (isChosen(index) ? { ...task, ...changes[change] } : task));
  const added = found.filter((task, index) => change === "plan" && isChosen(index) && !task.planned).map(asAction);
  const plan = actionPlan.safeParse([...actions, ...added]);
  if (added.length > 0 && !plan.success) throw invalid(plan.error.issues[0]?.message ?? t("The plan is too long"));
  const all = [...actions, ...added];
  await tx.update(summaries).set({ tasks: changed, actions: all, actionCount: all.length }).where(one);
  return { tasks: changed };
}

const changes: Record<Change["change"], Partial<FoundTask>> = {
  done: { done: true },
  open: { done: false },
  plan: { planned: true },
};

const asAction = ({ done: _, planned: __, ...action }: FoundTask) => action;
