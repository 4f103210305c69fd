import type { Node } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";

/** The part of one paragraph or list item that is rewritten. An index in its text is a position after `from`. */
export type TextPiece = {
  from: number;
  to: number;
  text: string;
  kind: "paragraph" | "bullets" | "numbers";
  /** All of its paragraph. */
  isWhole: boolean;
};

/** The selected text; without a selection all of the writer's text above the quoted original. */
export function piecesToRewrite({ doc, selection }: EditorState): TextPiece[] {
  const range = selection.empty ? { from: 0, to: endOfOwn(doc) } : selection;
  const pieces: TextPiece[] = [];
  doc.nodesBetween(range.from, range.to, (node, position, parent) => {
    // The answered mail is not the writer's, and code means what it says.
    if (node.type.name === "quotedOriginal" || node.type.spec.code) return false;
    if (!node.isTextblock) return true;
    const start = position + 1;
    const [from, to] = [Math.max(start, range.from), Math.min(start + node.content.size, range.to)];
    const text = from < to ? node.textBetween(from - start, to - start, undefined, "\n") : "";
    if (!text.trim()) return false;
    const isWhole = from === start && to === start + node.content.size;
    pieces.push({ from, to, text, kind: kindOf(doc, position, parent), isWhole });
    return false;
  });
  return pieces;
}

function endOfOwn(doc: Node): number {
  let end = doc.content.size;
  doc.forEach((node, offset) => {
    if (node.type.name === "quotedOriginal") end = Math.min(end, offset);
  });
  return end;
}

function kindOf(doc: Node, position: number, parent: Node | null): TextPiece["kind"] {
  if (parent?.type.name !== "listItem") return "paragraph";
  const place = doc.resolve(position);
  return place.node(place.depth - 1).type.name === "orderedList" ? "numbers" : "bullets";
}

/** The pieces as the plain text that a model reads. */
export function plainText(pieces: readonly TextPiece[]): string {
  let text = "";
  let count = 0;
  pieces.forEach(({ kind, text: words }, index) => {
    const before = pieces[index - 1]?.kind;
    count = kind === "numbers" && before === "numbers" ? count + 1 : 1;
    const mark = kind === "bullets" ? "- " : kind === "numbers" ? `${count}. ` : "";
    // Lines of one list item must stay one item.
    const said = mark ? words.replaceAll("\n", " ") : words;
    const gap = before === undefined ? "" : kind !== "paragraph" && before === kind ? "\n" : "\n\n";
    text += gap + mark + said;
  });
  return text;
}
