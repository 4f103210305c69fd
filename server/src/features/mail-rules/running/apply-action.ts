// Carries out one action of a rule on one mail, within the transaction that records it.
import type { RuleOutcome } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { mailRuleReplies, type RuleMailState } from "#db/tables/mail-rules.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { applyIn } from "#features/actions/apply-action.ts";
import { findChosen } from "#features/actions/chosen-messages.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { acceptMails } from "#features/outbox/accept.ts";
import { snoozeIn } from "#features/snooze/snooze.ts";
import type { PreparedSending } from "../leaving/prepare-mail.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { PreparedAction, RuleRunner } from "./prepare-action.ts";

export type ActionResult = {
  outcome: RuleOutcome;
  error?: string;
  before?: RuleMailState;
  after?: RuleMailState;
  /** How long an action that is waiting waits at least. */
  afterSeconds?: number;
  /** The rule is paused for this reason. */
  loop?: string;
};

/** In a savepoint: an action that is refused changes nothing, and the others go on. */
export async function applyAction(
  tx: Tx,
  runner: RuleRunner,
  mail: StoredRuleMail,
  prepared: PreparedAction,
): Promise<ActionResult> {
  await tx.execute(sql`savepoint rule_action`);
  try {
    const result = await apply(tx, runner, mail, prepared);
    await tx.execute(sql`release savepoint rule_action`);
    return result;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.execute(sql`rollback to savepoint rule_action`);
    const isSkipped = error.code === "invalid" || error.code === "conflict";
    return { outcome: isSkipped ? "skipped" : "failed", error: error.message };
  }
}

async function apply(
  tx: Tx,
  { scope }: RuleRunner,
  mail: StoredRuleMail,
  prepared: PreparedAction,
): Promise<ActionResult> {
  switch (prepared.kind) {
    case "skipped":
    case "failed":
      return { outcome: prepared.kind, error: prepared.reason };
    case "loop":
      return { outcome: "skipped", error: prepared.reason, loop: prepared.reason };
    case "nothing":
      return { outcome: "done" };
    case "later":
      return {
        outcome: "waiting",
        ...(prepared.reason && { error: prepared.reason }),
        ...(prepared.afterSeconds && { afterSeconds: prepared.afterSeconds }),
      };
    case "notify":
      await notifyOwner(tx, scope, mail);
      return { outcome: "done" };
    case "important":
      return markImportant(tx, scope, mail);
    case "change":
      return compared(tx, scope, mail, () => applyIn(tx, scope, prepared.request));
    case "snooze":
      return compared(tx, scope, mail, () => snoozeIn(tx, scope, [mail.id], prepared.until));
    case "send":
      return send(tx, scope, mail, prepared.sending);
  }
}

async function markImportant(tx: Tx, { tenantId }: Scope, { id }: StoredRuleMail): Promise<ActionResult> {
  const marked = await tx
    .update(messages)
    .set({ important: true })
    .where(and(eq(messages.tenantId, tenantId), eq(messages.id, id), eq(messages.important, false)))
    .returning({ id: messages.id });
  return marked.length > 0
    ? { outcome: "done", before: { important: false }, after: { important: true } }
    : { outcome: "done" };
}

/** Records what the change did to the message, so that it can be undone for as long as nobody changes that again. */
async function compared(tx: Tx, scope: Scope, { id }: StoredRuleMail, change: () => Promise<unknown>) {
  const before = await stateOf(tx, scope, id);
  await change();
  const after = await stateOf(tx, scope, id);
  return { outcome: "done" as const, ...differenceOf(before, after) };
}

export async function stateOf(tx: Tx, scope: Scope, id: string): Promise<RuleMailState | undefined> {
  const [found] = await findChosen(tx, scope, { ids: [id], extent: "message" });
  if (!found) return undefined;
  return {
    unread: found.unread,
    starred: found.starred,
    folderIds: found.places.map((place) => place.id).toSorted(),
    ...(found.snoozedUntil && { snoozedUntil: found.snoozedUntil.toISOString() }),
  };
}

export const aspects = ["unread", "starred", "folderIds", "snoozedUntil"] as const;
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Only what the action changed. A snooze that began has no time before. */
function differenceOf(before: RuleMailState | undefined, after: RuleMailState | undefined) {
  if (!before || !after) return {};
  const changed = aspects.filter((aspect) => !isSame(before[aspect], after[aspect]));
  if (changed.length === 0) return {};
  const pick = (state: RuleMailState) =>
    Object.fromEntries(changed.map((aspect) => [aspect, state[aspect] ?? null])) as RuleMailState;
  return { before: pick(before), after: pick(after) };
}

/** A reply that comes so soon after ours is from a program. */
const loopMinutes = 2;

async function send(
  tx: Tx,
  scope: Scope,
  mail: StoredRuleMail,
  { acceptance, answers }: Extract<PreparedSending, { acceptance: unknown }>,
): Promise<ActionResult> {
  if (answers !== undefined) {
    const refused = await noteReply(tx, scope, mail, answers);
    if (refused) return refused;
  }
  await acceptMails(tx, scope, [acceptance]);
  return { outcome: "done" };
}

/** Once a day for each sender, and not in a circle. */
async function noteReply(tx: Tx, scope: Scope, mail: StoredRuleMail, address: string) {
  const { tenantId, user } = scope;
  const now = scope.now();
  const { rows } = await tx.execute(sql`
    select from mail_rule_replies where tenant_id = ${tenantId} and user_id = ${user.id} and thread_id = ${mail.threadId} and address = ${address}
      and at > ${now.toISOString()}::timestamptz - make_interval(mins => ${loopMinutes}) limit 1`);
  if (rows.length > 0) {
    const loop = t("Its reply was answered within two minutes, probably by a program.");
    return { outcome: "skipped" as const, error: loop, loop };
  }
  const noted = await tx
    .insert(mailRuleReplies)
    .values({
      ...{ tenantId, userId: user.id, address, threadId: mail.threadId },
      ...{ day: now.toISOString().slice(0, 10), at: now },
    })
    .onConflictDoNothing()
    .returning({ address: mailRuleReplies.address });
  return noted.length > 0
    ? undefined
    : { outcome: "skipped" as const, error: t("This sender got a template of a rule today already.") };
}
