import { createHash } from "node:crypto";
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { senders } from "@intellibox/contract/endpoints/senders";
import type { UnsubscribeMethod } from "@intellibox/contract/rules/unsubscribe";
import { t } from "@intellibox/contract/text/t";
import { connectFault } from "#lib/connect-fault.ts";
import { AppError, outsideFailed } from "#lib/errors.ts";
import { unsubscriptions } from "#db/tables/unsubscriptions.ts";
import type { Scope } from "#scope.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { sendMail } from "#features/outbox/send-mail.ts";
import { findLeft, isAfter } from "./left-lists.ts";
import { dkimResult, listOf, type UnsubscribeMail, type UnsubscribeWay, unsubscribeWay } from "./list-unsubscribe.ts";
import { findMessage } from "./read-message.ts";

/** The message names no way to unsubscribe. Other conflicts say why a mail could not be sent. */
export class NoWayError extends AppError {
  constructor() {
    super("conflict", t("This message names no way to unsubscribe."));
  }
}

type Answer = ResponseOf<typeof senders.unsubscribe>;

/** Leaves the list of a message, once: it is remembered for all mail of the list. */
export async function unsubscribe(scope: Scope, outbound: OutboundSender, id: string): Promise<Answer> {
  const { item, content, left } = await scope.tx(async (tx) => {
    const found = await findMessage(tx, scope, id);
    return { ...found, left: await findLeft(tx, scope, listOf(found.content.headers, found.item.from)) };
  });
  if (left && isAfter(left.createdAt, item.date))
    return { method: left.method, unsubscribedAt: left.createdAt, link: null };
  const way = unsubscribeWay(content.headers, { allowPrivate: scope.config.allowPrivateLinks });
  if (!way) throw new NoWayError();
  const method = await leave(scope, outbound, {
    ...{ way, sourceKey: content.sourceKey, mailboxId: item.boxId },
    again: left?.createdAt.toISOString() ?? "",
  });
  if (method === "link") return { method, unsubscribedAt: null, link: way.link ?? null };
  const unsubscribedAt = await remember(scope, listOf(content.headers, item.from), method);
  scope.log.info({ message: id, method }, "a user left a mailing list");
  return { method, unsubscribedAt, link: null };
}

type Leaving = {
  way: UnsubscribeWay;
  sourceKey: string;
  mailboxId: string;
  /** When the list was left before, if it went on writing. */
  again: string;
};

/** If the list's server refuses the call, its mail address is used, and if no mail can be sent, its page. */
async function leave(scope: Scope, outbound: OutboundSender, leaving: Leaving): Promise<UnsubscribeMethod> {
  const { way } = leaving;
  let hasPage = way.link !== undefined;
  if (way.call && !(await isForged(scope, leaving.sourceKey))) {
    const failure = await scope.outside.unsubscribe(way.call).then(
      () => undefined,
      (error: Error) => error,
    );
    if (!failure) return "oneClick";
    scope.log.info({ err: failure }, "a list's server refused to unsubscribe");
    // The name of its host leads into a private network.
    if (connectFault(failure) === "forbidden_host") hasPage = false;
    if (!way.mail && !hasPage) throw outsideFailed(t("The list's server did not accept the call."), failure);
  }
  if (way.mail) {
    try {
      await mailTo(scope, outbound, way.mail, leaving);
      return "mail";
    } catch (error) {
      // For example, the address of the mailbox is not proved.
      const isRefused = error instanceof AppError && error.status < 500;
      if (!isRefused || !hasPage) throw error;
    }
  }
  return "link";
}

/** A call that the sender did not sign could name the server of somebody else. */
async function isForged(scope: Scope, sourceKey: string): Promise<boolean> {
  const source = await scope.outside.objects.get(sourceKey);
  return (
    source !== undefined &&
    dkimResult(
      Buffer.from(source)
        .subarray(0, 1 << 20)
        .toString("latin1"),
    ) === "fail"
  );
}

/** From the mailbox that is subscribed. The key makes two clicks one mail. */
async function mailTo(
  scope: Scope,
  outbound: OutboundSender,
  { to, subject, body }: UnsubscribeMail,
  { mailboxId, again }: Leaving,
) {
  const digest = createHash("sha256").update(`${mailboxId} ${again} ${to} ${subject} ${body}`).digest("base64url");
  const mail = {
    ...{ kind: "mail" as const, to: [to], subject, body, html: "", references: [], files: [], tracked: false },
    ...{ inReplyTo: undefined, followUpDays: undefined, followUpId: undefined, replaces: undefined },
    ...{ fromAccount: undefined, undoSeconds: 0, sendAt: undefined, key: `unsubscribe:${digest}` },
  };
  await sendMail(scope, outbound, { ...mail, mailboxId });
}

const remember = async (scope: Scope, list: string, method: UnsubscribeMethod): Promise<Date> => {
  const createdAt = scope.now();
  await scope.tx((tx) =>
    tx
      .insert(unsubscriptions)
      .values({ tenantId: scope.tenantId, userId: scope.user.id, list, method, createdAt })
      .onConflictDoUpdate({
        target: [unsubscriptions.tenantId, unsubscriptions.userId, unsubscriptions.list],
        set: { method, createdAt },
      }),
  );
  return createdAt;
};
