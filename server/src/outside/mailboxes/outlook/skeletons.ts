/** Fetches mail without its attachments, as Graph describes it (learn.microsoft.com/graph/api/message-list-attachments). */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { areRealSizes, chooseLeft, type LeftPart, worthLeaving } from "#outside/mime/choose-parts.ts";
import { type SkeletonPart, writeSkeleton } from "#outside/mime/skeleton.ts";
import type { CloudAccount } from "../cloud-account.ts";
import { graphCall, messagePath, queryOf, readMany } from "./calls.ts";
import { isDrafts, type Wanted } from "./cursor.ts";

const listedFile = z.object({
  id: z.string(),
  "@odata.type": z.string().default(""),
  name: z.string().nullish(),
  contentType: z.string().nullish(),
  size: z.number().default(0),
  isInline: z.boolean().default(false),
});
type ListedFile = z.output<typeof listedFile>;
const listed = z.object({ "@odata.type": z.string().default(""), attachments: z.array(listedFile).default([]) });

/** The attachments of a message, and which of them are left out. */
export type LeftPlan = { files: ListedFile[]; left: Set<ListedFile> };

const fileFields = "attachments($select=id,name,contentType,size,isInline)";
/** Each picture that the text shows needs a call. */
const mostCalls = 20;

/** The plans for those messages that have larger attachments, by their ids. */
export async function planLeft(account: CloudAccount, queue: Wanted[]): Promise<Map<string, LeftPlan>> {
  const plans = new Map<string, LeftPlan>();
  // A draft is stored whole, because it can be continued.
  const asked = queue.filter(({ folder }) => !isDrafts(folder));
  const links = asked.map(({ id }) => `${messagePath(id)}?${queryOf({ $select: "id", $expand: fileFields })}`);
  const answers = await readMany(account, links, listed);
  for (const [at, answer] of answers.entries()) {
    const id = asked[at]?.id;
    // A message that Graph cannot describe is fetched whole, and so is an invitation: only its whole source has the calendar.
    if (id === undefined || answer instanceof Error || answer["@odata.type"].includes("eventMessage")) continue;
    const plan = planOf(answer.attachments);
    if (plan) plans.set(id, plan);
  }
  return plans;
}

function planOf(all: ListedFile[]): LeftPlan | undefined {
  // A link to a file in the cloud has no bytes in the mail.
  const files = all.filter((file) => !file["@odata.type"].includes("referenceAttachment"));
  if (!areRealSizes(files)) return undefined;
  // Small files are left out, too: their parts may have other numbers in the whole source.
  const choice = chooseLeft([{ ...bodyFacts }, ...files.map(factsOf)], { keepsSmall: false });
  const left = new Set(files.filter((_, at) => choice[at + 1]));
  const bytes = [...left].reduce((sum, { size }) => sum + size, 0);
  return bytes >= worthLeaving && files.length - left.size <= mostCalls ? { files, left } : undefined;
}

const bodyFacts = {
  ...{ type: "text/html", disposition: "", isNamed: false, hasContentId: false, isRelated: false, size: 0 },
};

const typeOf = (file: ListedFile) =>
  isMail(file)
    ? "message/rfc822"
    : (/^[\w.+-]+\/[\w.+-]+/.exec(file.contentType ?? "")?.[0] ?? "application/octet-stream").toLowerCase();

/** An attached mail or contact. */
const isMail = (file: ListedFile) => file["@odata.type"].includes("itemAttachment");

const factsOf = (file: ListedFile) => ({
  ...{ type: typeOf(file), disposition: file.isInline ? "inline" : "attachment", isNamed: true, size: file.size },
  ...{ hasContentId: file.isInline, isRelated: file.isInline },
});

const content = z.object({
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  body: z.object({ contentType: z.string(), content: z.string() }),
});
const fileContent = z.object({ contentId: z.string().nullish(), contentBytes: z.string() });

const maxBodyBytes = 32 << 20;

/** Undefined if Graph does not tell the header: it does for received mail only. */
export async function skeletonOf(
  account: CloudAccount,
  id: string,
  { files, left }: LeftPlan,
): Promise<{ raw: Buffer; left: LeftPart[]; size: number } | undefined> {
  const query = { $select: "internetMessageHeaders,body" };
  const answer = await graphCall(account, { path: messagePath(id), query, maxBytes: maxBodyBytes });
  const { internetMessageHeaders: headers, body } = answer.json(content);
  if (headers.length === 0) return undefined;
  const pictures: SkeletonPart[] = [];
  for (const file of files) if (!left.has(file)) pictures.push(await fetchFile(account, id, file));
  const text = Buffer.from(body.content);
  const type = body.contentType.toLowerCase() === "html" ? "html" : "plain";
  const shown: SkeletonPart = {
    header: Buffer.from(`Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64`),
    body: inBase64(text),
    size: text.length,
  };
  const own = headers
    .filter(({ name }) => !/^(?:content-|mime-version$)/i.test(name))
    .map(({ name, value }) => `${name}: ${oneLine(value)}\r\n`);
  const written = writeSkeleton({
    header: Buffer.from(`${own.join("")}MIME-Version: 1.0\r\n${multipart("mixed")}`),
    children: [
      pictures.length > 0 ? { header: Buffer.from(multipart("related")), children: [shown, ...pictures] } : shown,
      ...[...left].map((file) => ({ header: headerOf(file), body: null, size: file.size })),
    ],
  });
  if (!written) return undefined;
  const bytes = written.left.reduce((sum, one) => sum + one.size, 0);
  return {
    raw: written.raw,
    left: written.left.map((one) => ({ ...one, name: `~${one.part}` })),
    size: written.raw.length + bytes,
  };
}

const multipart = (kind: string) => `Content-Type: multipart/${kind}; boundary="${randomUUID()}"`;

async function fetchFile(account: CloudAccount, id: string, file: ListedFile): Promise<SkeletonPart> {
  const path = `${messagePath(id)}/attachments/${encodeURIComponent(file.id)}`;
  const { contentId, contentBytes } = (await graphCall(account, { path, maxBytes: 8 << 20 })).json(fileContent);
  const bytes = Buffer.from(contentBytes, "base64");
  return { header: headerOf(file, contentId ?? undefined), body: inBase64(bytes), size: bytes.length };
}

/** RFC 2231, because a name may have any characters. */
function headerOf(file: ListedFile, contentId?: string): Buffer {
  const given = file.name?.trim() || "attachment";
  const name = isMail(file) && !/\.eml$/i.test(given) ? `${given}.eml` : given;
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return Buffer.from(
    [
      `Content-Type: ${typeOf(file)}`,
      `Content-Disposition: ${file.isInline ? "inline" : "attachment"}; filename*=utf-8''${encoded}`,
      ...(contentId ? [`Content-ID: <${oneLine(contentId).replaceAll(/[<>]/g, "")}>`] : []),
      "Content-Transfer-Encoding: base64",
    ].join("\r\n"),
  );
}

const oneLine = (value: string) => value.replaceAll(/\s*[\r\n]+\s*/g, " ");
const inBase64 = (bytes: Buffer) => Buffer.from(bytes.toString("base64").replaceAll(/.{76}/g, "$&\r\n"));
