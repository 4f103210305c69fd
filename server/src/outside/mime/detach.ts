import { contentOf } from "./body.ts";
import { safeFileName } from "./file-name.ts";
import { type Part, readStructure } from "./structure.ts";

export type DetachedFile = { name: string; type: string; bytes: Buffer };

/** Splits a mail into its attachments and the rest, whose bytes stay unchanged. Inline pictures stay in the mail. */
export function detachFiles(raw: Buffer): { mail: Buffer; files: DetachedFile[] } {
  const { root } = readStructure(raw);
  const cuts: { from: number; to: number }[] = [];
  const files: DetachedFile[] = [];
  const visit = (parent: Part) => {
    for (const [at, part] of parent.children.entries()) {
      visit(part);
      // The first part stays, because a multipart needs at least one.
      if (part.disposition !== "attachment" || part.children.length > 0 || at === 0) continue;
      const from = boundaryBefore(raw, part);
      if (from < 0) continue;
      files.push({ name: safeFileName(part.fileName, "attachment"), type: part.type, bytes: contentOf(raw, part) });
      cuts.push({ from, to: part.end });
    }
  };
  visit(root);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const cut of cuts) {
    pieces.push(raw.subarray(from, cut.from));
    from = cut.to;
  }
  return { mail: Buffer.concat([...pieces, raw.subarray(from)]), files };
}

/** `detachFiles` for a worker thread. Copies, because transferring a view would move the whole mail. */
export function detachBytes({ buffer, byteOffset, byteLength }: Uint8Array) {
  const { mail, files } = detachFiles(Buffer.from(buffer, byteOffset, byteLength));
  return {
    mail: new Uint8Array(mail),
    files: files.map(({ name, type, bytes }) => ({ name, type, bytes: new Uint8Array(bytes) })),
  };
}

/** The start of a part's boundary line, with the line break before it. */
function boundaryBefore(raw: Buffer, { parent, start }: Part): number {
  const boundary = parent?.params.boundary;
  const found = boundary === undefined ? -1 : raw.lastIndexOf(`\n--${boundary}`, start - 1);
  return found > 0 && raw[found - 1] === 13 ? found - 1 : found;
}
