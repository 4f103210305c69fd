// Composes the mail that a rule sends. It is accepted by the outbox in the transaction that records the action.
import { createHash } from "node:crypto";
import { fillTokensHtml, fillTokensLine } from "@intellibox/contract/rules/fill-tokens";
import { t } from "@intellibox/contract/text/t";
import { AppError, notFound } from "#lib/errors.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { attachmentContents } from "#outside/mime/parse.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { findMessage } from "#features/inbox/read-message.ts";
import { hasLeft } from "#features/left-files/rename-parts.ts";
import { type WholeMail, wholeMail } from "#features/left-files/whole-mail.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { commonOf } from "#features/mail-merges/gaps.ts";
import { missingOf, tokensOfMail, valuesOf } from "#features/mail-merges/personal-mail.ts";
import type { Acceptance } from "#features/outbox/accept.ts";
import { composeRequest } from "#features/outbox/compose.ts";
import { hashRequest } from "#features/outbox/hash-request.ts";
import type { SendRequest } from "#features/outbox/request.ts";
import { aliasAmong, askForSender, type Sender, senderOf } from "#features/outbox/sender.ts";
import { peopleByAddress } from "#features/people/known-people.ts";
import { plainAddress } from "#features/people/plain-address.ts";
import { getTemplate } from "#features/templates/templates.ts";
import { refusalToAnswer } from "./automatic-reply.ts";
import { markOf } from "./rule-mark.ts";

/** `reason` says why no mail is sent, and `delay` why it cannot be sent now. */
export type PreparedSending = { acceptance: Acceptance; answers?: string } | { reason: string } | { delay: string };

type Sending = { ruleId: string; key: string; timeZone: string };

const plainRequest = {
  ...{ body: "", html: "", references: [], files: [], tracked: false },
  ...{ inReplyTo: undefined, followUpDays: undefined, followUpId: undefined, replaces: undefined },
  ...{ undoSeconds: 0, sendAt: undefined, fromAccount: undefined },
};

export async function prepareForward(
  scope: Scope,
  mail: StoredRuleMail,
  to: string,
  { ruleId, key, timeZone }: Sending,
): Promise<PreparedSending> {
  if (mail.headers.sentByRule) return { reason: t("A rule forwarded this mail already.") };
  const own = await addressesOf(scope);
  if (own.has(to.toLowerCase())) return { reason: t("A mail is not forwarded to the mailbox that it is in.") };
  const files = await filesOf(scope, mail.id);
  if ("delay" in files) return files;
  return compose(scope, mail, {
    ...plainRequest,
    kind: "mail",
    to: [to],
    subject: /^(?:fwd?|wg):/i.test(mail.subject) ? mail.subject : `Fwd: ${mail.subject}`,
    files,
    forward: mail.id,
    automatic: { submitted: "auto-forwarded", sentByRule: markOf(scope.sealer, ruleId) },
    mailboxId: mail.mailboxId,
    timeZone,
    key,
  });
}

export async function prepareTemplate(
  scope: Scope,
  mail: StoredRuleMail,
  templateId: string,
  { ruleId, key }: Sending,
): Promise<PreparedSending> {
  const refusal = refusalToAnswer(mail, await addressesOf(scope));
  if (refusal) return { reason: refusal };
  const address = plainAddress(mail.from.address) ?? "";
  const template = await getTemplate(scope, templateId);
  const text = { subject: template.subject || `Re: ${mail.subject.replace(/^re:\s*/i, "")}`, html: template.bodyHtml };
  const known = await scope.tx((tx) => peopleByAddress(tx, scope, [address]));
  const person = known.get(address) ?? { name: mail.from.name };
  const values = valuesOf({ address, values: {}, person }, commonOf(scope, { fallbacks: {} }));
  const [missing] = missingOf(tokensOfMail(text), values);
  if (missing !== undefined)
    return { reason: t("The template has no value for {token} of this sender.", { token: `{${missing}}` }) };
  const prepared = await compose(scope, mail, {
    ...plainRequest,
    kind: "reply",
    to: [address],
    subject: fillTokensLine(text.subject, values),
    html: fillTokensHtml(text.html, values),
    inReplyTo: mail.messageId ?? undefined,
    references: mail.references,
    automatic: { submitted: "auto-replied", sentByRule: markOf(scope.sealer, ruleId) },
    mailboxId: mail.mailboxId,
    key,
  });
  return "acceptance" in prepared ? { ...prepared, answers: address } : prepared;
}

async function compose(scope: Scope, mail: StoredRuleMail, request: SendRequest): Promise<PreparedSending> {
  try {
    const sender = await senderFor(scope, mail);
    const composed = await composeRequest(scope, request, sender);
    const acceptance = { request, requestHash: hashRequest(request), mail: composed, sender, holder: undefined };
    return { acceptance };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reason: error.message };
  }
}

/** From the mailbox that the mail is in, or from the user's own address if that mailbox may not send. */
async function senderFor(scope: Scope, { mailboxId, to, cc }: StoredRuleMail): Promise<Sender> {
  const facts = await scope.tx((tx) => askForSender(tx, scope));
  const addressed = [...to, ...cc].map(({ address }) => address);
  try {
    return senderOf(scope, facts, { mailboxId, fromAccount: aliasAmong(facts, mailboxId, addressed) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return senderOf(scope, facts, { mailboxId: undefined, fromAccount: undefined });
  }
}

/** Throws if one of them is lost: a mail is not forwarded without its files. */
async function filesOf(scope: Scope, id: string): Promise<SendRequest["files"] | { delay: string }> {
  const content = await contentOf(scope, id);
  if ("delay" in content) return content;
  const files = content.attachments.filter(({ inline }) => !inline);
  if (files.length === 0) return [];
  const source = await scope.outside.objects.get(content.sourceKey);
  if (!source) throw notFound(t("Attachment not found"));
  const parts = files.map(({ part }) => part);
  const bytes = await attachmentContents(source, parts, ownerOf(scope));
  return files.map(({ fileName, mimeType }, at) => {
    const found = bytes[at];
    if (!found) throw notFound(t("Attachment not found"));
    const sha256 = createHash("sha256").update(found).digest("base64url");
    return { name: fileName, mimeType, bytes: Buffer.from(found), sha256 };
  });
}

/** A mailbox's server that is away, or that has just moved the mail, has its attachments later. */
async function contentOf(scope: Scope, id: string): Promise<WholeMail | { delay: string }> {
  const { content } = await scope.tx((tx) => findMessage(tx, scope, id));
  if (!hasLeft(content.attachments)) return content;
  try {
    return await wholeMail(scope, ownerOf(scope), id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "too_large") throw error;
    return { delay: error.message };
  }
}

const addressesOf = ({ tenantId, user, tx: run }: Scope) =>
  run((tx) => ownAddresses(tx, { tenantId, userId: user.id }));
