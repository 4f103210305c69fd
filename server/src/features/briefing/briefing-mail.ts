// The briefing by mail: when it is sent, and what it says. It is a mail of the user to their own address.
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { Briefing, BriefingMail, briefings } from "@intellibox/contract/endpoints/briefing";
import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { briefingMails } from "#db/tables/briefing-mails.ts";
import type { Scope } from "#scope.ts";
import { type Acceptance, acceptMails } from "#features/outbox/accept.ts";
import { composeRequest } from "#features/outbox/compose.ts";
import { hashRequest } from "#features/outbox/hash-request.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import type { SendRequest } from "#features/outbox/request.ts";
import { askForSender, senderOf } from "#features/outbox/sender.ts";
import { readBriefing } from "./briefing.ts";
import { nextTime } from "./next-time.ts";
import { writeBriefing } from "./write-briefing.ts";

type Kept = ResponseOf<typeof briefings.mail>;

const workdays = [1, 2, 3, 4, 5];
const unset: Kept = { isOn: false, minute: 8 * 60, days: workdays, timeZone: "UTC", sentAt: null, problem: "" };

export const isOfOwner = ({ tenantId, user }: Pick<Scope, "tenantId" | "user">) =>
  and(eq(briefingMails.tenantId, tenantId), eq(briefingMails.userId, user.id));

export const readBriefingMail = (scope: Scope): Promise<Kept> => scope.tx((tx) => findKept(tx, scope));

async function findKept(tx: Tx, scope: Scope): Promise<Kept> {
  const { isOn, minute, days, timeZone, sentAt, problem } = briefingMails;
  const [row] = await tx
    .select({ isOn, minute, days, timeZone, sentAt, problem })
    .from(briefingMails)
    .where(isOfOwner(scope));
  return row ?? unset;
}

/** Not audited: it changes only the caller's own preferences. */
export function saveBriefingMail(scope: Scope, form: BriefingMail): Promise<Kept> {
  const { tenantId, user } = scope;
  const chosen = { ...form, days: [...new Set(form.days)].sort() };
  const row = { ...chosen, nextAt: nextTime(chosen, scope.now()), problem: "" };
  return scope.tx(async (tx) => {
    await tx
      .insert(briefingMails)
      .values({ ...row, tenantId, userId: user.id })
      .onConflictDoUpdate({ target: [briefingMails.tenantId, briefingMails.userId], set: row });
    return findKept(tx, scope);
  });
}

/** Sends one at once, apart from the chosen times. */
export async function sendBriefingNow(scope: Scope, outbound: OutboundSender, { timeZone }: { timeZone: string }) {
  const composed = await composeBriefing(scope, timeZone);
  if (!composed) throw conflict(t("There is nothing to tell right now."));
  await scope.tx((tx) => acceptMails(tx, scope, [composed]));
  await outbound.drain(scope.tenantId);
  return { ok: true as const };
}

/** Undefined if there is nothing to tell. */
export async function composeBriefing(scope: Scope, timeZone: string): Promise<Acceptance | undefined> {
  const briefing = await readBriefing(scope, { timeZone });
  if (isEmpty(briefing)) return undefined;
  const facts = await scope.tx((tx) => askForSender(tx, scope));
  const own = senderOf(scope, facts, { mailboxId: undefined, fromAccount: undefined });
  const sender = { ...own, from: { name: "Intellibox", address: own.from.address }, signatureHtml: "" };
  const request: SendRequest = {
    ...{ kind: "mail", to: [scope.user.email], ...writeBriefing(scope, briefing, timeZone) },
    ...{ body: "", references: [], files: [], tracked: false, automatic: { submitted: "auto-generated" } },
    ...{ inReplyTo: undefined, followUpDays: undefined, followUpId: undefined, replaces: undefined },
    ...{ undoSeconds: 0, sendAt: undefined, mailboxId: undefined, fromAccount: undefined, key: undefined },
  };
  const mail = await composeRequest(scope, request, sender);
  // No copy in Sent: the mail is in the inbox.
  const route = { ...sender, mailboxId: sender.route === "smtp" ? null : sender.mailboxId };
  return { request, requestHash: hashRequest(request), mail, sender: route, holder: undefined };
}

const isEmpty = ({ toAnswer, deadlines, waiting, rest }: Briefing) =>
  toAnswer.length + deadlines.length + waiting.length + rest.length === 0;
