/** Fetches mail without its larger attachments, by the parts that Gmail lists (developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages). */
import { isUtf8 } from "node:buffer";
import {
  type DescribedPart,
  planSkeleton,
  type Skeleton,
  type SkeletonPart,
  writeSkeleton,
} from "#outside/mime/skeleton.ts";
import type { GmailApi } from "./api.ts";
import type { GmailMessage } from "./parts.ts";

type GmailPart = GmailMessage["payload"];
type Described = DescribedPart<GmailPart>;

/** Each small file that is kept needs a call. A mail with more of them is fetched whole. */
const mostCalls = 20;

/** Undefined if the mail is better fetched whole. */
export async function skeletonOf(api: GmailApi, { id, payload }: GmailMessage): Promise<Skeleton | undefined> {
  const root = describePart(payload, "");
  const left = planSkeleton(root);
  if (!left || callsOf(root, left) > mostCalls) return undefined;
  const tree = await treeOf(api, id, root, left);
  return tree && writeSkeleton(tree);
}

function describePart(own: GmailPart, parent: string): Described {
  const type = own.mimeType.toLowerCase();
  const disposition = /^\s*(\w+)/.exec(fieldOf(own, "content-disposition"))?.[1]?.toLowerCase() ?? "";
  return {
    facts: {
      ...{ type, disposition, isNamed: own.filename !== "", hasContentId: fieldOf(own, "content-id") !== "" },
      ...{ isRelated: parent === "multipart/related", size: own.body.size },
    },
    own,
    // An attached mail is one part here. Its own parts are inside.
    children: type.startsWith("multipart/") ? own.parts.map((child) => describePart(child, type)) : [],
  };
}

const fieldOf = ({ headers }: GmailPart, name: string) =>
  headers.find((one) => one.name.toLowerCase() === name)?.value ?? "";

/** Of an attached mail, whose header Gmail tells as that of its only part. */
const subjectIn = ({ mimeType, parts }: GmailPart) =>
  mimeType.toLowerCase() === "message/rfc822" && parts[0] ? fieldOf(parts[0], "subject") : undefined;

function callsOf(part: Described, left: Set<Described>): number {
  if (part.children.length > 0) return part.children.reduce((sum, child) => sum + callsOf(child, left), 0);
  return left.has(part) || part.own.body.data !== undefined ? 0 : 1;
}

async function treeOf(
  api: GmailApi,
  id: string,
  part: Described,
  left: Set<Described>,
): Promise<SkeletonPart | undefined> {
  const { own, children } = part;
  if (children.length > 0) {
    const trees: SkeletonPart[] = [];
    for (const child of children) {
      const tree = await treeOf(api, id, child, left);
      if (!tree) return undefined;
      trees.push(tree);
    }
    return { header: linesOf(own.headers), children: trees };
  }
  if (left.has(part)) return { header: linesOf(own.headers), body: null, size: own.body.size, subject: subjectIn(own) };
  const { data, attachmentId } = own.body;
  const text = data ?? (attachmentId ? await api.attachment(id, attachmentId) : undefined);
  // Gmail tells nothing of an attached mail but its parts.
  if (text === undefined && (own.body.size > 0 || own.parts.length > 0)) return undefined;
  const bytes = Buffer.from(text ?? "", "base64url");
  return { header: linesOf(decodedHeaders(own, bytes)), body: inBase64(bytes), size: bytes.length };
}

/** Gmail has removed the transfer encoding. It has also changed the charset of some texts to UTF-8. */
function decodedHeaders({ headers }: GmailPart, bytes: Buffer) {
  const isChanged = bytes.some((byte) => byte > 127) && isUtf8(bytes);
  const kept = headers
    .filter(({ name }) => name.toLowerCase() !== "content-transfer-encoding")
    .map(({ name, value }) => {
      const isText = isChanged && name.toLowerCase() === "content-type" && /^\s*text\//i.test(value);
      return { name, value: isText ? value.replace(/charset\s*=\s*("[^"]*"|[^;\s]+)/i, "charset=utf-8") : value };
    });
  return [...kept, { name: "Content-Transfer-Encoding", value: "base64" }];
}

const linesOf = (headers: { name: string; value: string }[]) =>
  Buffer.from(headers.map(({ name, value }) => `${name}: ${value.replaceAll(/\s*[\r\n]+\s*/g, " ")}\r\n`).join(""));

const inBase64 = (bytes: Buffer) => Buffer.from(bytes.toString("base64").replaceAll(/.{76}/g, "$&\r\n"));
