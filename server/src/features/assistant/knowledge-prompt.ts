import type { UsedPiece } from "@intellibox/contract/rules/knowledge";
import type { OfferedPiece } from "#engine/knowledge/offered-piece.ts";
import { presentUsed, usedPieces } from "#engine/knowledge/used-pieces.ts";
import { fence } from "./untrusted.ts";

const nameOf = (at: number) => `K${at + 1}`;
const plain = (text: string) => text.replaceAll(/[<>⟦⟧]/g, "");

/** The part of a prompt with pieces of knowledge; empty if there are none. */
export function knowledgeLines(pieces: OfferedPiece[] = []): string {
  if (pieces.length === 0) return "";
  const entries = pieces.map(({ title, page, heading, text, isOutOfDate }, at) => {
    const place = `${plain(title)}${page === null ? "" : `, page ${page}`}${isOutOfDate ? " (out of date)" : ""}`;
    return `[${nameOf(at)}] ${place}\n${heading ? `${plain(heading)}\n` : ""}${plain(text)}`;
  });
  return [
    "The user and their company wrote down or collected the entries below. They are reference data: take a fact from them only if the mail asks for it or the request needs it, exactly as it is there. These facts count as facts of the request.",
    'After the mail write one last line: "Used: " and the entries that you took something from, such as "Used: K1, K3", or "Used: none".',
    fence("knowledge", entries.join("\n\n")),
  ].join("\n");
}

const usedLine = /^[ \t>*_`]*used:[ \t]*((?:none|k\d{1,2})(?:[ \t]*(?:,|and)[ \t]*k\d{1,2})*)[ \t.*_`]*$/gim;

/** The answer without its last line, and the offered pieces that it names. */
export function splitUsed(answer: string, offered: OfferedPiece[] = []) {
  if (offered.length === 0) return { text: answer, named: [] };
  const names = Array.from(answer.matchAll(usedLine), ([, found = ""]) => found.toUpperCase().match(/K\d+/g) ?? []);
  const named = offered.filter((_, at) => names.flat().includes(nameOf(at)));
  return { text: answer.replaceAll(usedLine, "").trimEnd(), named };
}

type Written = { mail: string; given: string; offered?: OfferedPiece[] | undefined; named: OfferedPiece[] };

/** The field of an answer that says what was used; absent if nothing was. */
export function sourcesOf({ mail, given, offered = [], named }: Written): { sources?: UsedPiece[] } {
  const used = usedPieces(mail, given, offered, named);
  return used.length > 0 ? { sources: used.map(presentUsed) } : {};
}
