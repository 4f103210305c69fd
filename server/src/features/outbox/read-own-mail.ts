import type { WrittenMail } from "@intellibox/contract/endpoints/own-mail";
import { conflict, notFound } from "#lib/errors.ts";
import { escapeHtml } from "#lib/html/html.ts";
import { ownBuffer } from "#lib/own-buffer.ts";
import { threaded } from "#lib/threads.ts";
import { and, asc, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { trackedLinks } from "#db/tables/engagements.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import { attachmentContent, parseMail } from "#outside/mime/parse.ts";
import type { Attachment, ParsedMail } from "#outside/mime/parsed-mail.ts";
import { EncodedAnswer } from "#http/encoded-answer.ts";
import { tooLongToWriteOr } from "#http/large-calls.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { untrackHtml } from "#features/tracking/rewrite.ts";
import { readToken } from "#features/tracking/tokens.ts";
import { findUnsent } from "./discard-mail.ts";
import { presentOutgoing } from "./own-mail.ts";
import { readRaw } from "./read-raw.ts";
import { pictureLink } from "./write-own-mail.ts";

const inThread = threaded<typeof import("./write-own-mail.ts")>(new URL("./write-own-mail.ts", import.meta.url));

/** The mail as its sender wrote it: without tracking links, and with its pictures inline. */
export async function readOwnMail(scope: Scope, id: string): Promise<WrittenMail | EncodedAnswer> {
  const { mail, log, links, awaited, settled, raw } = await findOwn(scope, id);
  const read = await parseMail(raw, ownerOf(scope));
  const urls = new Map(links.map(({ position, url }) => [position, url]));
  const meaningOf = memoize((token) => {
    const thing = readToken(scope.sealer, token);
    if (thing?.tenantId !== mail.tenantId || thing.logId !== id) return undefined;
    return thing.link === undefined ? "pixel" : urls.get(thing.link);
  });
  const html = untrackHtml(read.html ?? paragraphs(read.text), meaningOf);
  const pictures = picturesIn(html, read.attachments);
  const shown = new Set(pictures);
  const isReply = log.kind === "reply";
  const { recipients: to, ...row } = mail;
  const written: WrittenMail = {
    ...presentOutgoing({ ...row, to, subject: log.subject }, scope.now()),
    html,
    inReplyTo: read.inReplyTo,
    references: referencesOf(read),
    mailboxId: isReply ? mail.mailboxId : null,
    account: isReply && mail.mailboxId ? mail.sender : null,
    tracked: log.tracked,
    followUpDays: awaited?.days ?? null,
    followUpId: settled?.id ?? null,
    files: read.attachments.filter((file) => !shown.has(file)),
  };
  return pictures.length === 0 ? written : withPictures(scope, { written, raw, pictures });
}

type WithPictures = { written: WrittenMail; raw: Buffer; pictures: Attachment[] };

/** A mail with pictures may have many megabytes, so a worker thread adds them and writes the answer. */
async function withPictures(scope: Scope, { written, raw, pictures }: WithPictures): Promise<EncodedAnswer> {
  const options = { owner: ownerOf(scope), transfer: ownBuffer(raw) };
  return new EncodedAnswer(
    await inThread("writeOwnMail", [written, raw, pictures], options).catch((error) => {
      throw tooLongToWriteOr(error);
    }),
  );
}

export async function readOwnFile(scope: Scope, id: string, part: string) {
  const { raw } = await findOwn(scope, id);
  const { attachments } = await parseMail(raw, ownerOf(scope));
  const file = firstOr(
    attachments.filter((candidate) => candidate.part === part),
    notFound("File"),
  );
  const bytes = await attachmentContent(raw, part, ownerOf(scope));
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
    const raw = await readRaw(tx, mail);
    if (!raw) throw conflict("The text of this mail is not kept any more. Write it again.");
    return { mail, log: firstOr(logs, notFound("Mail")), links, awaited, settled, raw };
  });

/** Without the answered mail at the end, which sending appends again. */
const referencesOf = ({ references, inReplyTo }: ParsedMail) =>
  references.at(-1) === inReplyTo ? references.slice(0, -1) : references;

/** A mail may have the same link many thousand times. */
function memoize<Result>(work: (given: string) => Result): (given: string) => Result {
  const known = new Map<string, Result>();
  return (given) => {
    const result = known.has(given) ? (known.get(given) as Result) : work(given);
    known.set(given, result);
    return result;
  };
}

/** The attachments that the HTML shows inline. */
function picturesIn(html: string, files: Attachment[]): Attachment[] {
  const named = new Set(Array.from(html.matchAll(pictureLink), ([, contentId]) => contentId));
  return files.filter(({ contentId }) => contentId !== null && named.has(contentId));
}

const paragraphs = (text: string) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
