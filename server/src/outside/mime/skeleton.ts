// A mail without the bytes of some of its parts: the same header fields and the same tree, so that its parts have the same numbers.
import { fileParts, leavesOf } from "./body.ts";
import { areRealSizes, chooseLeft, type LeftPart, type PartFacts, worthLeaving } from "./choose-parts.ts";
import { parseStructured } from "./headers.ts";
import { readStructure } from "./structure.ts";

/** `body` is encoded as the header says. Null if it is left out; then `subject` is that of an attached mail, which may give it its name. */
export type SkeletonPart = { header: Buffer } & (
  | { body: Buffer | null; size: number; subject?: string | undefined }
  | { children: SkeletonPart[] }
);

export type Skeleton = { raw: Buffer; left: LeftPart[] };

const lineEnd = Buffer.from("\r\n");

/** Undefined if it would be read as another tree than the server's: then only the whole mail says which parts it has. */
export function writeSkeleton(root: SkeletonPart): Skeleton | undefined {
  const pieces: Buffer[] = [];
  const left: LeftPart[] = [];
  const leaves: string[] = [];
  const write = (part: SkeletonPart, path: string): boolean => {
    pieces.push(trimmed(part.header), lineEnd, lineEnd);
    if (!("children" in part)) {
      leaves.push(path);
      if (part.body) return pieces.push(part.body) > 0;
      if (part.subject) pieces.push(Buffer.from(`Subject: ${part.subject.replaceAll(/\s+/g, " ")}\r\n\r\n`));
      return left.push({ part: path || "1", size: part.size }) > 0;
    }
    const boundary = boundaryOf(part.header);
    if (!boundary) return false;
    for (const [at, child] of part.children.entries()) {
      pieces.push(Buffer.from(`\r\n--${boundary}\r\n`, "latin1"));
      if (!write(child, [path, at + 1].filter(Boolean).join("."))) return false;
    }
    pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`, "latin1"));
    return true;
  };
  if (!write(root, "")) return undefined;
  const raw = Buffer.concat(pieces);
  return isReadAs(raw, leaves, left) ? { raw, left } : undefined;
}

/** Whether our reader finds the same leaves, and takes those that are left out for attachments. */
function isReadAs(raw: Buffer, leaves: string[], left: LeftPart[]): boolean {
  if (hasManyDashLines(raw)) return false;
  const { root } = readStructure(raw);
  const found = [...leavesOf(root)].map(({ path }) => path);
  const files = new Set(fileParts(root).map(({ path }) => path || "1"));
  return found.join() === leaves.join() && left.every(({ part }) => files.has(part));
}

/** More lines that may be boundaries than a real mail has. Reading them takes long, and is left to a worker thread. */
const maxDashLines = 20_000;

function hasManyDashLines(raw: Buffer): boolean {
  let count = 0;
  for (let at = raw.indexOf("\n--"); at >= 0 && count <= maxDashLines; at = raw.indexOf("\n--", at + 1)) count++;
  return count > maxDashLines;
}

function trimmed(header: Buffer): Buffer {
  let end = header.length;
  while (end > 0 && (header[end - 1] === 10 || header[end - 1] === 13)) end--;
  return header.subarray(0, end);
}

function boundaryOf(header: Buffer): string | undefined {
  const unfolded = header.toString("latin1").replaceAll(/\r?\n[ \t]+/g, " ");
  const value = /^content-type[ \t]*:(.*)$/im.exec(unfolded)?.[1] ?? "";
  return parseStructured(value).params.boundary?.trimEnd() || undefined;
}

/** A tree of parts, as a server describes a mail. */
export type DescribedPart<Own> = { facts: PartFacts; own: Own; children: DescribedPart<Own>[] };

const maxDepth = 20;
const maxLeaves = 500;

/** The leaves that are left out. Undefined if the mail is better fetched whole. */
export function planSkeleton<Own>(root: DescribedPart<Own>): Set<DescribedPart<Own>> | undefined {
  const leaves: DescribedPart<Own>[] = [];
  const visit = (part: DescribedPart<Own>, depth: number): boolean => {
    if (depth > maxDepth || leaves.length > maxLeaves) return false;
    if (part.children.length > 0) return part.children.every((child) => visit(child, depth + 1));
    leaves.push(part);
    return !part.facts.type.startsWith("multipart/");
  };
  if (!visit(root, 0) || !areRealSizes(leaves.map(({ facts }) => facts))) return undefined;
  const left = chooseLeft(leaves.map(({ facts }) => facts));
  const chosen = leaves.filter((_, at) => left[at]);
  const bytes = chosen.reduce((sum, { facts }) => sum + facts.size, 0);
  return bytes >= worthLeaving ? new Set(chosen) : undefined;
}
