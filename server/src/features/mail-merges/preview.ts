// The mail of one recipient: shown to the sender, or sent to the sender as a test.
import type { MergePreview } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import { sanitizeMailHtml } from "#lib/html/html.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { writeParts } from "#features/outbox/append-signature.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { sendMail } from "#features/outbox/send-mail.ts";
import { askForSender, senderOf } from "#features/outbox/sender.ts";
import { withUnsubscribeLine } from "#features/outbox/unsubscribe-line.ts";
import { testToken, unsubscribeUrl } from "#features/suppressions/unsubscribe-links.ts";
import { fillAll } from "./fill-all.ts";
import { accountOf, valuesOfAll, waitingOf } from "./gaps.ts";
import { contentOf, findOwn } from "./merges.ts";
import { missingOf, tokensOfMail } from "./personal-mail.ts";
import { requestFor } from "./request-for.ts";

async function mailAt(tx: Tx, scope: Scope, id: string, at: number) {
  const merge = await findOwn(tx, scope, id);
  const content = await contentOf(tx, merge);
  const recipients = await waitingOf(tx, merge);
  const recipient = recipients[at];
  if (!recipient)
    throw recipients.length === 0 ? conflict(t("Add recipients first.")) : notFound(t("Recipient not found"));
  const [values = {}] = await valuesOfAll(tx, scope, content, [recipient]);
  return { merge, content, recipient, values, count: recipients.length };
}

export async function previewMail(scope: Scope, id: string, at: number): Promise<MergePreview> {
  const { merge, content, recipient, values, count, facts } = await scope.tx(async (tx) => ({
    ...(await mailAt(tx, scope, id, at)),
    facts: await askForSender(tx, scope),
  }));
  const text = { subject: merge.subject, html: content.html };
  const [filled = text] = await fillAll(scope, text, [values]);
  const sender = senderOf(scope, facts, accountOf(merge));
  const signed = writeParts({ body: "", html: filled.html || " " }, sender.signatureHtml);
  const whole = withUnsubscribeLine(signed, unsubscribeUrl(scope, testToken));
  const { html } = await sanitizeMailHtml(whole.html, { remoteImages: "block" }, ownerOf(scope));
  return {
    ...{ id: recipient.id, at, count, address: recipient.address, from: sender.from.address, html: html ?? "" },
    subject: filled.subject,
    missing: missingOf(tokensOfMail(text), values),
  };
}

/** An ordinary mail to the sender, as this recipient would get it. It counts like one. */
export async function sendTest(scope: Scope, outbound: OutboundSender, { id, at }: { id: string; at: number }) {
  const { merge, content, values } = await scope.tx((tx) => mailAt(tx, scope, id, at));
  const [filled] = await fillAll(scope, { subject: merge.subject, html: content.html }, [values]);
  if (!filled?.subject.trim() || !filled.html.trim()) throw conflict(t("Write the subject and the text first."));
  const to = scope.user.email;
  const unsubscribe = unsubscribeUrl(scope, testToken);
  const subject = t("Test: {subject}", { subject: filled.subject });
  const request = requestFor(merge, { ...filled, subject, to, key: newId(), unsubscribeUrl: unsubscribe });
  const { status } = await sendMail(scope, outbound, { ...request, tracked: false });
  return { to, status };
}
