import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import type { followUps as calls, FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import { escapeHtml } from "#lib/html/html.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, inArray } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { sendMail } from "#features/outbox/send-mail.ts";
import { aliasAmong, askForSender } from "#features/outbox/sender.ts";
import { replySubject } from "./draft.ts";

type Row = typeof followUps.$inferSelect;
const days = 86_400_000;
/** More than a person works through in a day. */
const listLength = 200;

export async function listFollowUps(tx: Tx, scope: Scope, { status }: QueryOf<typeof calls.list>) {
  const rows = await tx
    .select()
    .from(followUps)
    .where(and(ofUser(scope), eq(followUps.state, status)))
    .orderBy(asc(followUps.dueAt), asc(followUps.id))
    .limit(listLength);
  return { items: rows.map(presentFollowUp) };
}

/** Sends the draft unchanged as a reply in the same thread. The idempotency key makes two clicks one mail. */
export async function sendFollowUp(scope: Scope, outbound: OutboundSender, id: string) {
  const found = await scope.tx((tx) =>
    tx
      .select()
      .from(followUps)
      .where(and(ofUser(scope), eq(followUps.id, id))),
  );
  const row = firstOr(found, notFound(t("Follow-up not found")));
  if (!row.draft || (row.state !== "ready" && row.state !== "sent")) throw notOpen(row);
  const { to, subject, body, inReplyTo, references } = presentFollowUp(row);
  return sendMail(scope, outbound, {
    kind: "follow-up",
    to,
    subject,
    body,
    html: "",
    inReplyTo,
    references,
    files: [],
    tracked: false,
    followUpDays: undefined,
    followUpId: id,
    replaces: undefined,
    mailboxId: row.mailboxId ?? undefined,
    fromAccount: await sentAs(scope, row),
    key: `follow-up:${id}`,
    undoSeconds: 0,
    sendAt: undefined,
  });
}

/** The alias that the mail left from, as far as its copy in Sent tells. */
const sentAs = (scope: Scope, { tenantId, userId, mailboxId, messageId }: Row): Promise<string | undefined> =>
  scope.tx(async (tx) => {
    const isCopy = and(eq(messages.tenantId, tenantId), eq(messages.userId, userId), eq(messages.messageId, messageId));
    const copies = await tx.select({ from: messages.fromAddress }).from(messages).where(isCopy).limit(5);
    const facts = await askForSender(tx, scope);
    return aliasAmong(
      facts,
      mailboxId,
      copies.map(({ from }) => from),
    );
  });

/** Its draft is written again when it is due, unless an answer comes first. */
export const postponeFollowUp = (scope: Scope, id: string, { days: more }: BodyOf<typeof calls.postpone>) =>
  changeOpen(scope, id, { state: "waiting", dueAt: new Date(scope.now().getTime() + more * days) });

export async function dismissFollowUp(scope: Scope, id: string) {
  await changeOpen(scope, id, { state: "dismissed" });
  return { ok: true as const };
}

function changeOpen(scope: Scope, id: string, change: Partial<Row>): Promise<FollowUp> {
  return scope.tx(async (tx) => {
    const one = and(ofUser(scope), eq(followUps.id, id));
    const [changed] = await tx
      .update(followUps)
      .set(change)
      .where(and(one, inArray(followUps.state, ["waiting", "ready"])))
      .returning();
    if (!changed)
      throw notOpen(firstOr(await tx.select().from(followUps).where(one), notFound(t("Follow-up not found"))));
    await scope.publish(tx, { tenantId: scope.tenantId, userId: scope.user.id }, { kind: "follow-ups", data: { id } });
    return presentFollowUp(changed);
  });
}

/** The fence enforces the same; repeated here, so that PostgreSQL uses the index. */
const ofUser = ({ tenantId, user }: Scope) => and(eq(followUps.tenantId, tenantId), eq(followUps.userId, user.id));

const closed: Record<Row["state"], string> = {
  waiting: t("This follow-up is not due yet."),
  ready: t("This follow-up has no draft."),
  sent: t("This follow-up has been sent."),
  dismissed: t("This follow-up was dismissed."),
  answered: t("A reply has arrived. No follow-up is needed."),
  dropped: t("The email was never sent, so there is nothing to follow up."),
};
const notOpen = ({ state }: Row) => conflict(closed[state]);

function presentFollowUp(row: Row): FollowUp {
  const { id, state, dueAt, draft, messageId } = row;
  return {
    id,
    status: state === "waiting" ? "waiting" : "ready",
    dueAt,
    days: row.days,
    to: row.recipients,
    subject: replySubject(row.subject),
    body: draft,
    html: draft
      .split("\n\n")
      .filter(Boolean)
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
      .join(""),
    inReplyTo: messageId,
    references: [...row.references, messageId],
    original: { messageId, subject: row.subject, sentAt: row.sentAt },
  };
}
