import type { WrittenMail } from "@intellibox/contract/endpoints/own-mail";
import { and, asc, eq } from "drizzle-orm";
import { conflict, notFound } from "#lib/errors.ts";
import { escapeHtml } from "#lib/html.ts";
import { firstOr } from "#db/rows.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { trackedLinks } from "#db/tables/engagements.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import { outboxContents } from "#db/tables/outbox.ts";
import { attachmentContent, parseMail } from "#outside/mime/parse.ts";
import type { Attachment, ParsedMail } from "#outside/mime/parsed-mail.ts";
import type { Scope } from "#scope.ts";
import { untrackHtml } from "#features/tracking/rewrite.ts";
import { readToken } from "#features/tracking/tokens.ts";
import { contentOf, findUnsent } from "./discard-mail.ts";
import { presentOutgoing } from "./own-mail.ts";

/** As it was written: without what tracking made of it, its pictures within the text again. */
export async function readOwnMail(scope: Scope, id: string): Promise<WrittenMail> {
  const { mail, log, links, awaited, settled, raw } = await findOwn(scope, id);
  const read = await parseMail(raw);
  const html = untrackHtml(read.html ?? paragraphs(read.text), (token) => {
    const thing = readToken(scope.sealer, token);
    if (thing?.tenantId !== mail.tenantId || thing.logId !== id) return undefined;
    return thing.link === undefined ? "pixel" : links.find(({ position }) => position === thing.link)?.url;
  });
  const isReply = log.kind === "reply";
  const { recipients: to, ...row } = mail;
  return {
    ...presentOutgoing({ ...row, to, subject: log.subject }, scope.now()),
    html: await withOwnPictures(html, read.attachments, raw),
    inReplyTo: read.inReplyTo,
    references: referencesOf(read),
    mailboxId: isReply ? mail.mailboxId : null,
    account: isReply && mail.mailboxId ? mail.sender : null,
    tracked: log.tracked,
    followUpDays: awaited?.days ?? null,
    followUpId: settled?.id ?? null,
    files: read.attachments.filter((file) => !isPicture(file, html)),
  };
}

export async function readOwnFile(scope: Scope, id: string, part: string) {
  const { raw } = await findOwn(scope, id);
  const { attachments } = await parseMail(raw);
  const file = firstOr(
    attachments.filter((candidate) => candidate.part === part),
    notFound("File"),
  );
  const bytes = await attachmentContent(raw, part);
  if (!bytes) throw notFound("File");
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
    const contents = await tx.select({ raw: outboxContents.raw }).from(outboxContents).where(contentOf(mail));
    const { raw } = firstOr(contents, conflict("The text of this mail is not kept any more. Write it again."));
    return { mail, log: firstOr(logs, notFound("Mail")), links, awaited, settled, raw };
  });

/** Sending adds what is answered at their end. */
const referencesOf = ({ references, inReplyTo }: ParsedMail) =>
  references.at(-1) === inReplyTo ? references.slice(0, -1) : references;

const isPicture = ({ contentId }: Attachment, html: string) => contentId !== null && html.includes(`cid:${contentId}`);

/** An editor shows pictures as data; sending makes parts of them again. */
async function withOwnPictures(html: string, attachments: Attachment[], raw: Buffer): Promise<string> {
  let shown = html;
  for (const file of attachments.filter((candidate) => isPicture(candidate, html))) {
    const bytes = await attachmentContent(raw, file.part);
    if (!bytes) continue;
    const data = `data:${file.mimeType};base64,${Buffer.from(bytes).toString("base64")}`;
    shown = shown.replaceAll(`cid:${file.contentId}`, data);
  }
  return shown;
}

const paragraphs = (text: string) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
