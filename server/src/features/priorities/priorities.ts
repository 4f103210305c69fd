import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { priorities as calls, MessagePriority } from "@intellibox/contract/endpoints/priorities";
import type { PriorityPart } from "@intellibox/contract/rules/priorities";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { messages } from "#db/tables/messages.ts";
import { messagePriorities, senderPriorities } from "#db/tables/priorities.ts";
import type { Scope } from "#scope.ts";
import { judgeInbox, judgeMails, maxJudged } from "./judge-inbox.ts";

export async function readPriority(scope: Scope, id: string): Promise<ResponseOf<typeof calls.get>> {
  const message = await scope.tx((tx) => findMessage(tx, scope, id));
  return { priority: message.folder === "inbox" ? await priorityOf(scope, id, message.sender) : null };
}

/**
 * Moves the conversation, and remembers the choice for later mail of the sender. Other mail of the sender in the inbox is judged
 * again when it is listed.
 */
export async function choosePart(
  scope: Scope,
  id: string,
  part: PriorityPart | null,
): Promise<ResponseOf<typeof calls.choose>> {
  const { sender, before } = await scope.tx(async (tx) => {
    const message = await findMessage(tx, scope, id);
    if (message.folder !== "inbox") throw conflict(t("This message is no longer in the inbox."));
    const chosen = await chosenFor(tx, scope, message.sender);
    await keepChoice(tx, scope, message.sender, part);
    await forgetParts(tx, scope, message);
    if (part) await moveThread(tx, scope, message.threadId, part);
    return { sender: message.sender, before: chosen };
  });
  return { priority: await priorityOf(scope, id, sender), before };
}

export async function countUnread(scope: Scope): Promise<ResponseOf<typeof calls.unread>> {
  await judgeInbox(scope);
  const { tenantId, user } = scope;
  const { rows } = await scope.tx((tx) =>
    tx.execute<{ important: number; other: number }>(sql`
      select (count(*) filter (where part = 'important'))::int as important,
        (count(*) filter (where part is distinct from 'important'))::int as other
      from (
        select p.part from messages m left join message_priorities p on p.tenant_id = m.tenant_id and p.id = m.id
        where m.tenant_id = ${tenantId} and m.user_id = ${user.id} and m.folder = 'inbox' and m.unread and m.remove_at is null
        order by m.date desc limit ${maxJudged}
      ) newest`),
  );
  return rows[0] ?? { important: 0, other: 0 };
}

type FoundMessage = { folder: string; threadId: string; sender: string };

async function findMessage(tx: Tx, { tenantId, user }: Scope, id: string): Promise<FoundMessage> {
  const rows = await tx
    .select({
      folder: messages.folder,
      threadId: messages.threadId,
      sender: sql<string>`lower(${messages.fromAddress})`,
    })
    .from(messages)
    .where(
      and(
        ...[eq(messages.tenantId, tenantId), eq(messages.userId, user.id), eq(messages.id, id)],
        ...[isNull(messages.removeAt), isNull(messages.goneAt)],
      ),
    );
  return firstOr(rows, notFound(t("Message not found")));
}

async function priorityOf(scope: Scope, id: string, sender: string): Promise<MessagePriority> {
  await judgeMails(scope, await scope.tx((tx) => unjudgedOf(tx, scope, id)));
  const { found, chosen } = await scope.tx(async (tx) => ({
    found: await tx
      .select({ part: messagePriorities.part, reason: messagePriorities.reason, detail: messagePriorities.detail })
      .from(messagePriorities)
      .where(and(eq(messagePriorities.tenantId, scope.tenantId), eq(messagePriorities.id, id))),
    chosen: await chosenFor(tx, scope, sender),
  }));
  // It was deleted while it was judged.
  return { ...firstOr(found, notFound(t("Message not found"))), chosen };
}

async function unjudgedOf(tx: Tx, { tenantId }: Scope, id: string): Promise<string[]> {
  const rows = await tx
    .select({ id: messagePriorities.id })
    .from(messagePriorities)
    .where(and(eq(messagePriorities.tenantId, tenantId), eq(messagePriorities.id, id)));
  return rows.length > 0 ? [] : [id];
}

const isOfSender = ({ tenantId, user }: Scope, address: string) =>
  and(
    ...[eq(senderPriorities.tenantId, tenantId), eq(senderPriorities.userId, user.id)],
    eq(senderPriorities.address, address),
  );

async function chosenFor(tx: Tx, scope: Scope, address: string): Promise<PriorityPart | null> {
  const [row] = await tx
    .select({ part: senderPriorities.part })
    .from(senderPriorities)
    .where(isOfSender(scope, address));
  return row?.part ?? null;
}

async function keepChoice(tx: Tx, scope: Scope, address: string, part: PriorityPart | null) {
  const { tenantId, user } = scope;
  if (!part) await tx.delete(senderPriorities).where(isOfSender(scope, address));
  else
    await tx
      .insert(senderPriorities)
      .values({ tenantId, userId: user.id, address, part })
      .onConflictDoUpdate({
        target: [senderPriorities.tenantId, senderPriorities.userId, senderPriorities.address],
        set: { part },
      });
}

/** Forgets the parts of the conversation, and of the sender's mail in the inbox unless its own conversation was moved. */
async function forgetParts(tx: Tx, { tenantId, user }: Scope, { threadId, sender }: FoundMessage) {
  await tx.execute(sql`
    delete from message_priorities p using messages m
    where m.tenant_id = ${tenantId} and m.user_id = ${user.id} and p.tenant_id = m.tenant_id and p.id = m.id
      and (m.thread_id = ${threadId} or m.folder = 'inbox' and lower(m.from_address) = ${sender} and p.reason <> 'moved')`);
}

async function moveThread(tx: Tx, { tenantId, user }: Scope, threadId: string, part: PriorityPart) {
  await tx.execute(sql`
    insert into message_priorities (tenant_id, id, user_id, part, reason)
    select tenant_id, id, user_id, ${part}, 'moved' from messages
    where tenant_id = ${tenantId} and user_id = ${user.id} and thread_id = ${threadId} and folder = 'inbox'
    on conflict do nothing`);
}
