// Undoes what rules did with mail. What somebody changed since stays as it is.
import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { mailRules as calls } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, gte, inArray, lt, sql } from "#db/orm.ts";
import type { StateBefore } from "#db/tables/mail-actions.ts";
import { mailRuleRuns, type RuleMailState } from "#db/tables/mail-rules.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { restoreStates } from "#features/actions/undo-action.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";
import { unsnoozeIn } from "#features/snooze/snooze.ts";
import { canUndo, isOwnRun, type RunRow } from "./history.ts";
import { aspects, isSame, stateOf } from "./running/apply-action.ts";

type Choice = BodyOf<typeof calls.undo>;
type Answer = ResponseOf<typeof calls.undo>;
type Left = Answer["left"][number];

/** The most entries that one call undoes. */
const maxUndone = 2_000;
/** Few enough for a transaction of well under a second. */
const batchSize = 50;

/** The newest first, so that mail which several rules changed becomes what it was before the first of them. */
export async function undoRuns(scope: Scope, choice: Choice): Promise<Answer> {
  const { runIds, ruleId, from, to } = choice;
  if (!runIds && !ruleId && !from && !to) throw invalid(t("Choose what to undo."));
  const ids = await scope.tx((tx) =>
    tx
      .select({ id: mailRuleRuns.id })
      .from(mailRuleRuns)
      .where(
        and(
          isOwnRun(scope),
          runIds ? inArray(mailRuleRuns.id, runIds.length > 0 ? runIds : [""]) : undefined,
          ruleId ? eq(mailRuleRuns.ruleId, ruleId) : undefined,
          from ? gte(mailRuleRuns.at, from) : undefined,
          to ? lt(mailRuleRuns.at, to) : undefined,
          // Of many entries, those that changed something; one that was chosen is answered in any case.
          runIds ? undefined : sql`${mailRuleRuns.outcome} in ('done', 'waiting')`,
        ),
      )
      .orderBy(desc(mailRuleRuns.at), desc(mailRuleRuns.actionIndex), desc(mailRuleRuns.id))
      .limit(maxUndone),
  );
  const answer: Answer = { undone: 0, left: [] };
  for (let at = 0; at < ids.length; at += batchSize) {
    const some = ids.slice(at, at + batchSize).map(({ id }) => id);
    const { undone, left } = await scope.tx((tx) => undoBatch(tx, scope, some));
    answer.undone += undone;
    answer.left.push(...left);
  }
  return answer;
}

async function undoBatch(tx: Tx, scope: Scope, ids: string[]): Promise<Answer> {
  await lockMailboxesOf(tx, scope, ids);
  const rows = await tx
    .select()
    .from(mailRuleRuns)
    .where(and(isOwnRun(scope), inArray(mailRuleRuns.id, ids)))
    .orderBy(desc(mailRuleRuns.at), desc(mailRuleRuns.actionIndex), desc(mailRuleRuns.id))
    .for("update");
  const answer: Answer = { undone: 0, left: [] };
  for (const row of rows) {
    const reason = await undoOne(tx, scope, row);
    if (reason === undefined) answer.undone++;
    else if (reason !== "") answer.left.push({ id: row.id, reason } satisfies Left);
  }
  if (answer.undone > 0)
    await scope.publish(tx, mailboxOwner(scope), {
      kind: "messages",
      data: { action: "undo rules", count: answer.undone },
    });
  return answer;
}

/** Before the messages, as a sync does. The sync uploads the changes. */
async function lockMailboxesOf(tx: Tx, scope: Scope, ids: string[]) {
  const boxes = await tx
    .selectDistinct({ id: mailRuleRuns.mailboxId })
    .from(mailRuleRuns)
    .where(and(isOwnRun(scope), inArray(mailRuleRuns.id, ids)));
  await requestSync(
    scope,
    tx,
    mailboxOwner(scope),
    boxes.map(({ id }) => id),
  );
}

const leaving = new Set<string>(["forward", "sendTemplate", "webhook", "notify", "draftReply", "addToPlan"]);

/** Undefined if it was undone, else a sentence for the reader; empty if there was nothing to undo. */
async function undoOne(tx: Tx, scope: Scope, row: RunRow): Promise<string | undefined> {
  const { action, outcome, before, after } = row;
  if (outcome === "undone") return "";
  if (outcome === "waiting") return setUndone(tx, scope, row);
  if (outcome !== "done") return t("The rule did nothing with this mail.");
  if (leaving.has(action.do)) return leavingReason(action.do);
  if (!before || !after) return action.do === "stop" ? "" : t("The rule changed nothing of this mail.");
  if (!canUndo(row, scope.now())) return t("It is too late to undo this.");
  const now = await stateOf(tx, scope, row.messageId);
  if (!now) return t("The mail is gone.");
  const [mark] = await tx
    .select({ important: messages.important })
    .from(messages)
    .where(and(eq(messages.tenantId, scope.tenantId), eq(messages.id, row.messageId)));
  const current: RuleMailState = { ...now, ...mark };
  const isAsLeft = (aspect: keyof RuleMailState) => aspect in after && isSame(current[aspect], after[aspect]);
  const kept = [...aspects, "important" as const].filter(isAsLeft);
  if (kept.length === 0) return t("The mail was changed since, so it stays as it is.");
  await restore(tx, scope, row.messageId, before, kept);
  return setUndone(tx, scope, row);
}

function leavingReason(name: string): string {
  if (name === "draftReply" || name === "addToPlan" || name === "notify")
    return t("Drafts, plans and notifications stay. Delete them yourself.");
  return name === "webhook" ? t("A call of a web address cannot be undone.") : t("Mail that was sent stays sent.");
}

async function restore(
  tx: Tx,
  scope: Scope,
  id: string,
  before: RuleMailState,
  kept: (keyof RuleMailState)[],
): Promise<void> {
  const of = <Aspect extends keyof RuleMailState>(aspect: Aspect) =>
    kept.includes(aspect) ? before[aspect] : undefined;
  if (of("important") !== undefined)
    await tx
      .update(messages)
      .set({ important: before.important ?? false })
      .where(and(eq(messages.tenantId, scope.tenantId), eq(messages.id, id)));
  // Its time before is none: the rule snoozed it.
  if (kept.includes("snoozedUntil") && before.snoozedUntil === null) await unsnoozeIn(tx, scope, [id]);
  const [unread, starred, folderIds, snoozedUntil] = [of("unread"), of("starred"), of("folderIds"), of("snoozedUntil")];
  const state: StateBefore = {
    id,
    ...(unread !== undefined && { unread }),
    ...(starred !== undefined && { starred }),
    ...(folderIds && { folderIds, ...(snoozedUntil && { snoozedUntil }) }),
  };
  await restoreStates(tx, scope, [state]);
}

async function setUndone(tx: Tx, scope: Scope, { id }: RunRow): Promise<undefined> {
  await tx
    .update(mailRuleRuns)
    .set({ outcome: "undone", nextAt: null })
    .where(and(isOwnRun(scope), eq(mailRuleRuns.id, id)));
}
