import { snoozeRefusal } from "@intellibox/contract/rules/snooze";
import { t } from "@intellibox/contract/text/t";
import { conflict, invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { snoozeThreads, unsnoozeThreads } from "#features/sync/snooze-state.ts";
import { chooseThreads } from "./choose-threads.ts";

/** Hides the threads of the messages from the inbox until then. */
export const snoozeMessages = (scope: Scope, named: string[], until: Date) =>
  scope.tx((tx) => snoozeIn(tx, scope, named, until));

/** The same in a transaction that has more to do. */
export async function snoozeIn(tx: Tx, scope: Scope, named: string[], until: Date) {
  const refusal = snoozeRefusal(until, scope.now());
  if (refusal) throw invalid(refusal, { until: refusal });
  const { owner, threads } = await chooseThreads(tx, scope, named);
  const ids = await snoozeThreads(tx, owner, threads, until);
  if (ids.length === 0) throw conflict(t("Only messages in the inbox can be snoozed."));
  await scope.publish(tx, owner, { kind: "messages", data: { action: "snooze", count: ids.length } });
  return { ids, until };
}

/** Messages that came back meanwhile are left as they are. */
export const unsnoozeMessages = (scope: Scope, named: string[]) => scope.tx((tx) => unsnoozeIn(tx, scope, named));

export async function unsnoozeIn(tx: Tx, scope: Scope, named: string[]) {
  const { owner, threads } = await chooseThreads(tx, scope, named);
  const ids = await unsnoozeThreads(tx, owner, threads);
  if (ids.length > 0)
    await scope.publish(tx, owner, { kind: "messages", data: { action: "unsnooze", count: ids.length } });
  return { ids };
}
