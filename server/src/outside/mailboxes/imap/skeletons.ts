/** Fetches mail without its larger attachments, by the structure that the server tells (RFC 3501 7.4.2). */
import type { ImapFlow, MessageStructureObject } from "imapflow";
import { decodedEstimate, worthLeaving } from "#outside/mime/choose-parts.ts";
import { type DescribedPart, planSkeleton, type SkeletonPart, writeSkeleton } from "#outside/mime/skeleton.ts";
import { type ArrivedMail, maxMessageBytes } from "../mailbox.ts";
import { marksOf } from "./changes.ts";
import { isRefusal } from "./client.ts";
import { UidSet } from "./uid-set.ts";

type ImapPart = DescribedPart<{ part: string; octets: number; subject: string | undefined }>;
/** The structure of a message, the parts that are not fetched, and the size of the rest. */
export type SkeletonPlan = { root: ImapPart; left: Set<ImapPart>; bytes: number };

/** The plans for those of the messages that have larger attachments. Without any if the server cannot tell structures. */
export async function planSkeletons(client: ImapFlow, sizes: Map<number, number>): Promise<Map<number, SkeletonPlan>> {
  const plans = new Map<number, SkeletonPlan>();
  const large = [...sizes].flatMap(([uid, size]) => (size > worthLeaving && size <= maxMessageBytes ? uid : []));
  if (large.length === 0) return plans;
  try {
    const items = { uid: true, bodyStructure: true };
    for await (const { uid, bodyStructure } of client.fetch(UidSet.from(large).toString(), items, { uid: true })) {
      const root = bodyStructure && describePart(bodyStructure, "");
      const left = root && planSkeleton(root);
      if (root && left) plans.set(uid, { root, left, bytes: keptBytes(root, left) });
    }
  } catch (error) {
    if (!isRefusal(client, error)) throw error;
    plans.clear();
  }
  return plans;
}

function describePart(node: MessageStructureObject, parent: string): ImapPart {
  const { type, encoding = "", size = 0, disposition = "", parameters, dispositionParameters, id, part } = node;
  // An attached mail is one part here. Its own parts are inside.
  const inner = type === "message/rfc822" ? [] : (node.childNodes ?? []);
  return {
    facts: {
      ...{ type, disposition, hasContentId: Boolean(id), isRelated: parent === "multipart/related" },
      isNamed: Boolean(dispositionParameters?.filename || parameters?.name),
      size: decodedEstimate(size, encoding),
    },
    own: { part: part ?? "", octets: size, subject: node.envelope?.subject },
    children: inner.map((child) => describePart(child, type)),
  };
}

const leavesOf = (part: ImapPart): ImapPart[] => (part.children.length > 0 ? part.children.flatMap(leavesOf) : [part]);

/** With room for the headers of the parts. */
function keptBytes(root: ImapPart, left: Set<ImapPart>): number {
  const leaves = leavesOf(root);
  return leaves.reduce((sum, one) => sum + 1024 + (left.has(one) ? 0 : one.own.octets), 4096);
}

type FetchedSkeleton = Omit<ArrivedMail, "remoteId" | "folders"> & { uid: number };

/** Undefined if the server's answer does not fit its structure: then the mail is fetched whole. */
export async function fetchSkeleton(
  client: ImapFlow,
  uid: number,
  { root, left }: SkeletonPlan,
  size: number,
): Promise<FetchedSkeleton | undefined> {
  const wanted = partsOf(root, left);
  const query = { uid: true, flags: true, internalDate: true, headers: true, bodyParts: wanted };
  for await (const answer of client.fetch(String(uid), query, { uid: true })) {
    const { headers, bodyParts = new Map<string, Buffer>() } = answer;
    if (answer.uid !== uid || !headers) continue;
    const tree = treeOf(root, left, headers, bodyParts);
    const written = tree && writeSkeleton(tree);
    if (!written || !isAll(size, written.raw.length + leftOctets(left))) return undefined;
    const { flags, internalDate } = answer;
    return {
      ...{ uid, ...marksOf(flags), raw: written.raw, isPartial: false, left: written.left, size },
      receivedAt: internalDate ? new Date(internalDate) : null,
    };
  }
  return undefined;
}

const leftOctets = (left: Set<ImapPart>) => [...left].reduce((sum, { own }) => sum + own.octets, 0);

/** Whether the parts make up the mail, without what is between them. Some servers state rounded sizes. */
const isAll = (size: number, described: number) => Math.abs(size - described) <= 4_096 + size / 10;

function partsOf(root: ImapPart, left: Set<ImapPart>): string[] {
  const names: string[] = [];
  const visit = (part: ImapPart) => {
    const { part: name } = part.own;
    if (name) names.push(`${name}.MIME`);
    // The body of a mail that is not a multipart is its part 1.
    if (part.children.length === 0 && !left.has(part)) names.push(name || "1");
    for (const child of part.children) visit(child);
  };
  visit(root);
  return names;
}

function treeOf(
  part: ImapPart,
  left: Set<ImapPart>,
  rootHeader: Buffer,
  bodies: Map<string, Buffer>,
): SkeletonPart | undefined {
  const name = part.own.part;
  const header = name ? bodies.get(`${name}.mime`) : rootHeader;
  if (!header) return undefined;
  if (part.children.length === 0) {
    const body = left.has(part) ? null : bodies.get(name || "1");
    return body === undefined ? undefined : { header, body, size: part.facts.size, subject: part.own.subject };
  }
  const children = part.children.map((child) => treeOf(child, left, rootHeader, bodies));
  return children.some((child) => child === undefined) ? undefined : { header, children: children as SkeletonPart[] };
}
