import { sendForm, sendHeaders } from "@intellibox/contract/endpoints/outbox";
import type { NewProposal } from "@intellibox/contract/endpoints/proposals";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { proposals } from "#db/tables/proposals.ts";
import type { Scope, World } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { changeMessagesIn } from "#features/inbox/change-messages.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { readRequest } from "#features/outbox/request.ts";
import { sendMail } from "#features/outbox/send-mail.ts";
import { decide, notGivenAnyMore, sendKeyOf, waitingOf } from "./proposals.ts";

/**
 * Deletes and records the decision in one transaction: a mail that is in the trash already would be removed for good by a second
 * deletion. A mail is sent first and its proposal marked afterwards. A crash between the two leaves it waiting: accepted again, the
 * mail has the same idempotency key and is not sent twice.
 */
export async function acceptProposal(world: World, scope: Scope, id: string) {
  const { content } = await scope.tx(async (tx) =>
    firstOr(
      await tx
        .select({ content: proposals.content })
        .from(proposals)
        .where(and(waitingOf(scope), eq(proposals.id, id))),
      notGivenAnyMore(),
    ),
  );
  const { kind } = content;
  if (kind === "delete") {
    const deleted = await scope.tx(async (tx) => {
      await decide(tx, scope, and(waitingOf(scope), eq(proposals.id, id)), "accepted");
      await record(tx, scope, id, kind);
      return (await changeMessagesIn(tx, scope, content.messageIds, "delete")).ids.length;
    });
    return { kind, sent: null, deleted };
  }
  const sent = await send(world, scope, id, content);
  await scope.tx(async (tx) => {
    await decide(tx, scope, sentOf(scope, id), "accepted");
    await record(tx, scope, id, kind);
  });
  return { kind, sent, deleted: 0 };
}

const record = (tx: Tx, scope: Scope, id: string, kind: NewProposal["kind"]) =>
  audit(tx, scope, { action: "proposal.accepted", targetId: id, changes: { kind } });

/** The mail is out, so it is recorded as such even if the proposal expired or was declined meanwhile. */
const sentOf = ({ tenantId, user }: Scope, id: string) =>
  and(
    eq(proposals.tenantId, tenantId),
    eq(proposals.userId, user.id),
    eq(proposals.id, id),
    inArray(proposals.state, ["waiting", "declined"]),
  );

async function send(world: World, scope: Scope, id: string, content: Extract<NewProposal, { kind: "send" }>) {
  const { to, cc, bcc, subject, body, answers } = content;
  const answered = answers ? await answeredMail(scope, answers) : {};
  const form = sendForm.parse({ to, cc, bcc, subject, body, ...answered });
  const headers = sendHeaders.parse({ "idempotency-key": sendKeyOf(id) });
  const request = readRequest({ body: form, headers, files: [] }, scope.now());
  return sendMail(scope, outboundSenderOf(world), request);
}

/** The headers that put a reply into its thread. */
const answeredMail = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const [found] = await tx
      .select({ inReplyTo: messages.messageId, references: messageContents.references })
      .from(messages)
      .innerJoin(
        messageContents,
        and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
      )
      .where(and(eq(messages.tenantId, scope.tenantId), eq(messages.userId, scope.user.id), eq(messages.id, id)));
    if (!found?.inReplyTo) return {};
    return { inReplyTo: found.inReplyTo, references: [...found.references, found.inReplyTo].slice(-100) };
  });
