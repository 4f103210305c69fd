// Proposals of programs. A key only writes the proposal: sending and deleting need a call with a session, which no key can make.
import type { NewProposal, Proposal } from "@intellibox/contract/endpoints/proposals";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, gt, inArray, isNull, lt, notInArray, type SQL } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { accountNotices } from "#db/tables/account-notices.ts";
import { messages } from "#db/tables/messages.ts";
import { outbox } from "#db/tables/outbox.ts";
import { proposals } from "#db/tables/proposals.ts";
import type { Scope } from "#scope.ts";
import { addNotice } from "#features/auth/notices.ts";

const lifeMs = 24 * 3_600_000;
const keptMs = 7 * lifeMs;
const mostWaiting = 20;

export const waitingOf = (scope: Scope) =>
  and(
    eq(proposals.tenantId, scope.tenantId),
    eq(proposals.userId, scope.user.id),
    eq(proposals.state, "waiting"),
    gt(proposals.expiresAt, scope.now()),
  );

export async function createProposal(scope: Scope, content: NewProposal) {
  const { user, tenantId } = scope;
  const { key } = user;
  if (!key) throw conflict(t("Only a program with an API key proposes something"));
  return scope.tx(async (tx) => {
    if ((await tx.$count(proposals, waitingOf(scope))) >= mostWaiting)
      throw conflict(t("Too many proposals wait for an answer already"));
    if (content.kind === "delete") await refuseUnknown(tx, scope, content.messageIds);
    else if (content.answers) await refuseUnknown(tx, scope, [content.answers]);
    const createdAt = scope.now();
    const expiresAt = new Date(createdAt.getTime() + lifeMs);
    const row = { tenantId, userId: user.id, keyName: key.name, content, createdAt, expiresAt };
    const { id } = only(await tx.insert(proposals).values(row).returning({ id: proposals.id }));
    await noteOnce(tx, scope, key.name);
    return { id, expiresAt };
  });
}

export const listProposals = (scope: Scope): Promise<Proposal[]> =>
  scope.tx(async (tx) => {
    const rows = await tx.select().from(proposals).where(waitingOf(scope)).orderBy(asc(proposals.createdAt));
    const ids = rows.flatMap(({ content }) => (content.kind === "delete" ? content.messageIds : []));
    const found = ids.length > 0 ? await namedMessages(tx, scope, ids) : [];
    return rows.map(({ id, keyName, createdAt, expiresAt, content }) => {
      const common = { id, keyName, createdAt, expiresAt, reason: content.reason };
      if (content.kind === "delete")
        return {
          ...common,
          kind: content.kind,
          messages: found.filter((message) => content.messageIds.includes(message.id)),
        };
      const list = (text: string) => parseRecipients(text).addresses;
      const { kind, to, cc, bcc, subject, body } = content;
      return { ...common, kind, to: list(to), cc: list(cc), bcc: list(bcc), subject, body };
    });
  });

export const declineProposal = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    await decide(tx, scope, and(waitingOf(scope), eq(proposals.id, id)), "declined");
    await refuseSent(tx, scope, id);
    return { ok: true as const };
  });

/** The idempotency key of a proposed mail. */
export const sendKeyOf = (id: string) => `proposal-${id}`;

async function refuseSent(tx: Tx, { tenantId, user }: Scope, id: string) {
  const isSent = and(
    eq(outbox.tenantId, tenantId),
    eq(outbox.userId, user.id),
    eq(outbox.idempotencyKey, sendKeyOf(id)),
    notInArray(outbox.phase, ["failed", "cancelled"]),
  );
  if ((await tx.$count(outbox, isSent)) > 0)
    throw conflict(t("This mail is being sent, or was sent already. It cannot be declined any more."));
}

/** Throws if the proposal is not among `which` any more. Also ends the notice if nothing else waits. */
export async function decide(tx: Tx, scope: Scope, which: SQL | undefined, state: "accepted" | "declined") {
  const decided = await tx
    .update(proposals)
    .set({ state, decidedAt: scope.now() })
    .where(which)
    .returning({ id: proposals.id });
  firstOr(decided, notGivenAnyMore());
  if ((await tx.$count(proposals, waitingOf(scope))) === 0)
    await tx.update(accountNotices).set({ dismissedAt: scope.now() }).where(openNotice(scope));
}

export const notGivenAnyMore = () => notFound(t("This proposal was decided, or has expired"));

/** As platform: proposals of all users, by age. */
export const purgeProposals = (tx: Tx, now: Date) =>
  tx.delete(proposals).where(lt(proposals.expiresAt, new Date(now.getTime() - keptMs)));

async function refuseUnknown(tx: Tx, scope: Scope, ids: string[]) {
  const found = await namedMessages(tx, scope, ids);
  if (found.length < ids.length) throw notFound(t("Message not found"));
}

const namedMessages = (tx: Tx, { tenantId, user }: Scope, ids: string[]) =>
  tx
    .select({ id: messages.id, from: messages.fromAddress, subject: messages.subject, date: messages.date })
    .from(messages)
    .where(and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id), inArray(messages.id, ids)));

/** One notice says that something waits, however many proposals there are. */
async function noteOnce(tx: Tx, scope: Scope, reason: string) {
  if ((await tx.$count(accountNotices, openNotice(scope))) > 0) return;
  await addNotice(tx, scope, { tenantId: scope.tenantId, userId: scope.user.id, kind: "proposal-waiting", reason });
}

const openNotice = ({ tenantId, user }: Scope) =>
  and(
    eq(accountNotices.tenantId, tenantId),
    eq(accountNotices.userId, user.id),
    eq(accountNotices.kind, "proposal-waiting"),
    isNull(accountNotices.dismissedAt),
  );
