import { contentOf } from "./body.ts";
import { safeFileName } from "./file-name.ts";
import { type Part, readStructure } from "./structure.ts";

export type DetachedFile = { name: string; type: string; bytes: Buffer };

/** A mail without its attachments, and those; every other byte stays as it was. Pictures within the text stay in it. */
export function detachFiles(raw: Buffer): { letter: Buffer; files: DetachedFile[] } {
  const { root } = readStructure(raw);
  const cuts: { from: number; to: number }[] = [];
  const files: DetachedFile[] = [];
  const visit = (parent: Part) => {
    for (const [at, part] of parent.children.entries()) {
      visit(part);
      // A multipart without any part is none.
      if (part.disposition !== "attachment" || part.children.length > 0 || at === 0) continue;
      files.push({ name: safeFileName(part.fileName, "attachment"), type: part.type, bytes: contentOf(raw, part) });
      cuts.push({ from: parent.children[at - 1]?.end ?? parent.preambleEnd, to: part.end });
    }
  };
  visit(root);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const cut of cuts) {
    pieces.push(raw.subarray(from, cut.from));
    from = cut.to;
  }
  return { letter: Buffer.concat([...pieces, raw.subarray(from)]), files };
}
