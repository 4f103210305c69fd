import { api } from "@intellibox/contract/api";
import type { WrittenMail } from "@intellibox/contract/endpoints/own-mail";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import { and, asc, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { trackedLinks } from "#db/tables/engagements.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import { attachmentContent, parseMail } from "#outside/mime/parse.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";
import type { EncodedAnswer } from "#http/encoded-answer.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { canForward, withoutForwarded } from "#features/message-html/forwarded-message.ts";
import { untrackHtml } from "#features/tracking/rewrite.ts";
import { readToken } from "#features/tracking/tokens.ts";
import { findUnsent } from "./discard-mail.ts";
import { paragraphs, picturesIn, referencesOf, withPictures } from "./editable-mail.ts";
import { presentOutgoing } from "./own-mail.ts";
import { readRaw } from "./read-raw.ts";

/** The mail as its sender wrote it: without tracking links, and with its pictures inline. */
export async function readOwnMail(scope: Scope, id: string): Promise<WrittenMail | EncodedAnswer> {
  const { mail, log, links, awaited, settled, forward, raw } = await findOwn(scope, id);
  const read = await parseMail(raw, ownerOf(scope));
  const urls = new Map(links.map(({ position, url }) => [position, url]));
  const meaningOf = memoize((token) => {
    const thing = readToken(scope.sealer, token);
    if (thing?.tenantId !== mail.tenantId || thing.logId !== id) return undefined;
    return thing.link === undefined ? "pixel" : urls.get(thing.link);
  });
  const whole = untrackHtml(read.html ?? paragraphs(read.text), meaningOf);
  const html = forward ? withoutForwarded(whole) : whole;
  const pictures = picturesIn(html, read.attachments);
  const shown = new Set(picturesIn(whole, read.attachments));
  const isReply = log.kind === "reply";
  const { recipients, ...row } = mail;
  const written: WrittenMail = {
    ...presentOutgoing({ ...row, to: recipients, subject: log.subject }, scope.now()),
    ...shownTo(read, recipients),
    html,
    inReplyTo: read.inReplyTo,
    references: referencesOf(read),
    mailboxId: isReply ? mail.mailboxId : null,
    // New mail that left from a mailbox leaves from the same address after it was edited.
    account: mail.mailboxId ? mail.sender : null,
    tracked: log.tracked,
    followUpDays: awaited?.days ?? null,
    followUpId: settled?.id ?? null,
    forward,
    files: read.attachments.filter((file) => !shown.has(file)),
  };
  return withPictures(scope, { call: api.ownMail.read, written, raw, pictures });
}

export async function readOwnFile(scope: Scope, id: string, part: string) {
  const { raw } = await findOwn(scope, id);
  const { attachments } = await parseMail(raw, ownerOf(scope));
  const file = firstOr(
    attachments.filter((candidate) => candidate.part === part),
    notFound(t("File not found")),
  );
  const bytes = await attachmentContent(raw, part, ownerOf(scope));
  if (!bytes) throw notFound(t("File not found"));
  const { fileName, mimeType } = file;
  return { fileName, mimeType, base64: Buffer.from(bytes).toString("base64") };
}

const findOwn = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const { tenantId } = scope;
    const mail = await findUnsent(tx, scope, id);
    const logs = await tx
      .select({ subject: emailLogs.subject, kind: emailLogs.kind, tracked: emailLogs.tracked })
      .from(emailLogs)
      .where(and(eq(emailLogs.tenantId, tenantId), eq(emailLogs.id, id)));
    const links = await tx
      .select({ position: trackedLinks.position, url: trackedLinks.url })
      .from(trackedLinks)
      .where(and(eq(trackedLinks.tenantId, tenantId), eq(trackedLinks.logId, id)))
      .orderBy(asc(trackedLinks.position));
    const ofTenant = eq(followUps.tenantId, tenantId);
    const [awaited] = await tx.select({ days: followUps.days }).from(followUps).where(and(ofTenant, eq(followUps.logId, id))); // biome-ignore format: one question
    const [settled] = await tx.select({ id: followUps.id }).from(followUps).where(and(ofTenant, eq(followUps.settledBy, id))); // biome-ignore format: one question
    const owner = { tenantId, userId: scope.user.id };
    // If the message is gone, what was forwarded of it stays in the text.
    const forward = mail.forwardId && (await canForward(tx, owner, mail.forwardId)) ? mail.forwardId : null;
    const raw = await readRaw(tx, mail);
    if (!raw) throw conflict(t("The text of this mail is not kept any more. Write it again."));
    return { mail, log: firstOr(logs, notFound(t("Mail not found"))), links, awaited, settled, forward, raw };
  });

/** Bcc is on the envelope only. */
function shownTo({ to, cc }: ParsedMail, recipients: string[]) {
  const [inTo, inCc] = [to, cc].map((people) => new Set(people.map(({ address }) => address.toLowerCase())));
  const placeOf = (address: string) =>
    inTo?.has(address.toLowerCase()) ? "to" : inCc?.has(address.toLowerCase()) ? "cc" : "bcc";
  const placed = (place: string) => recipients.filter((address) => placeOf(address) === place);
  return { to: placed("to"), cc: placed("cc"), bcc: placed("bcc") };
}

/** A mail may have the same link many thousand times. */
function memoize<Result>(work: (given: string) => Result): (given: string) => Result {
  const known = new Map<string, Result>();
  return (given) => {
    const result = known.has(given) ? (known.get(given) as Result) : work(given);
    known.set(given, result);
    return result;
  };
}
