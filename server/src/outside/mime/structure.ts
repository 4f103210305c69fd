import { fieldValue, type HeaderFields, parseStructured, readHeader } from "./headers.ts";

/** One node of a mail's tree: its header fields and the byte range of its body. */
export type Part = {
  /** The part number as in IMAP (RFC 3501 6.4.5): "1", "2.1". */
  path: string;
  fields: HeaderFields;
  type: string;
  params: Record<string, string>;
  disposition: string;
  fileName: string | undefined;
  encoding: string;
  start: number;
  end: number;
  parent: Part | null;
  children: Part[];
};

/** More parts than any real mail has; the rest is not read. */
export const maxParts = 10_000;

/**
 * Reads the tree of a mail in one pass over its bytes. Open boundaries are looked up in a map, so that the time stays linear at any
 * depth and number of parts.
 */
export function readStructure(raw: Buffer): { root: Part; complete: boolean } {
  const open = new Map<string, Part>();
  const isBoundary = (line: string) => open.has(boundaryOf(line, open).name);
  const root = partAt(raw, 0, null, isBoundary);
  openBoundary(raw, root, open);
  let current = root;
  let count = 1;

  for (const { line, lineStart, next } of dashLines(raw, root.start)) {
    const { name, closes } = boundaryOf(line, open);
    const parent = open.get(name);
    if (!parent) continue;
    // Every part below this boundary ends here, whether it was closed or not.
    for (let part: Part | null = current; part && part !== parent; part = part.parent) {
      part.end = Math.max(part.start, lineStart);
      closeBoundary(part, open);
    }
    current = parent;
    if (closes) {
      closeBoundary(parent, open);
      // The epilogue belongs to no part; the enclosing multipart continues.
      current = parent.parent ?? parent;
      continue;
    }
    if (count === maxParts) return { root, complete: false };
    count++;
    const part = partAt(raw, next, parent, isBoundary);
    parent.children.push(part);
    openBoundary(raw, part, open);
    current = part;
  }
  return { root, complete: true };
}

/** `--name` opens a part, `--name--` ends the last; a name may itself end in dashes. */
function boundaryOf(line: string, open: Map<string, Part>) {
  const name = line.slice(2).trimEnd();
  const closes = name.endsWith("--") && !open.has(name);
  return { name: closes ? name.slice(0, -2) : name, closes };
}

function partAt(raw: Buffer, start: number, parent: Part | null, isBoundary: (line: string) => boolean): Part {
  const { fields, bodyStart } = readHeader(raw, start, isBoundary);
  const fallback = parent?.type === "multipart/digest" ? "message/rfc822" : "text/plain";
  const { value, params } = parseStructured(fieldValue(fields, "content-type") ?? "");
  const disposition = parseStructured(fieldValue(fields, "content-disposition") ?? "");
  const order = (parent?.children.length ?? 0) + 1;
  return {
    path: parent ? [parent.path, order].filter(Boolean).join(".") : "",
    fields,
    type: typeOf(value, fallback),
    params,
    disposition: disposition.value,
    fileName: disposition.params.filename ?? params.name,
    encoding: encodingOf(fieldValue(fields, "content-transfer-encoding") ?? ""),
    start: bodyStart,
    end: raw.length,
    parent,
    children: [],
  };
}

/** Mailers write "base-64" and quotes around the name. */
function encodingOf(value: string): string {
  const name = value
    .slice(0, 100)
    .replace(/\([^)]*\)|;.*$/gs, "")
    .replaceAll(/["']/g, "")
    .trim()
    .toLowerCase();
  if (/^base[-_ ]?64$/.test(name)) return "base64";
  return /^quoted[-_ ]?printable$/.test(name) ? "quoted-printable" : name;
}

function typeOf(value: string, fallback: string): string {
  if (/^[\w.+-]+\/[\w.+-]+$/.test(value)) return value;
  // `multipart/*` and `multipart/` are multiparts, of any kind (RFC 2046 5.1.7).
  return /^multipart\b/.test(value) ? "multipart/mixed" : value === "text" ? "text/plain" : fallback;
}

const boundaries = new WeakMap<Part, string>();

function openBoundary(raw: Buffer, part: Part, open: Map<string, Part>) {
  if (!part.type.startsWith("multipart/")) return;
  const boundary = (part.params.boundary ?? guessedBoundary(raw, part)).trimEnd();
  // A nested multipart that reuses an enclosing boundary does not get it.
  if (!boundary || open.has(boundary)) return;
  boundaries.set(part, boundary);
  open.set(boundary, part);
}

function closeBoundary(part: Part, open: Map<string, Part>) {
  const boundary = boundaries.get(part);
  if (boundary !== undefined && open.get(boundary) === part) open.delete(boundary);
}

/** For a multipart without a boundary parameter: the first line that looks like a boundary. */
function guessedBoundary(raw: Buffer, part: Part): string {
  const opening = raw.toString("latin1", part.start, Math.min(part.end, part.start + 4096));
  return /^--([^\r\n]{1,200})\r?\nContent-/im.exec(opening)?.[1] ?? "";
}

/** RFC 2046 5.1.1 allows 70 characters; mailers have used more. As long as the longest parameter that is read. */
const maxBoundary = 1 << 16;

/** Every line that begins with two dashes. */
function* dashLines(raw: Buffer, from: number) {
  let at = from > 0 ? raw.indexOf("--", from) : raw.indexOf("--");
  while (at >= 0) {
    if (at !== from && at !== 0 && raw[at - 1] !== 10) {
      at = nextDashLine(raw, at);
      continue;
    }
    const lineEnd = raw.indexOf(10, at);
    const stop = lineEnd < 0 ? raw.length : lineEnd;
    // The line break before a boundary belongs to the boundary.
    const lineStart = raw[at - 1] === 10 ? (raw[at - 2] === 13 ? at - 2 : at - 1) : at;
    if (stop - at <= maxBoundary + 4) {
      yield { line: raw.toString("latin1", at, stop), lineStart, next: Math.min(stop + 1, raw.length) };
    }
    at = nextDashLine(raw, at);
  }
}

function nextDashLine(raw: Buffer, at: number) {
  const found = raw.indexOf("\n--", at + 1);
  return found < 0 ? -1 : found + 1;
}
