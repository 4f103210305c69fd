import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Mark, type Node, type Schema } from "@tiptap/pm/model";
import { type EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { NewBlock, TextChange } from "./plan-changes.ts";

/** The changes as one transaction, which is an undo step of its own. Words that stay keep their formatting. */
export function applyChanges(state: EditorState, changes: readonly TextChange[]): Transaction {
  const transaction = closeHistory(state.tr);
  // From the end to the start, so that positions before a change stay right.
  const ordered = [...changes].sort((one, other) => placeOf(other) - placeOf(one));
  for (const change of ordered) {
    if (change.do === "replace") replaceWords(transaction, change);
    else if (change.do === "remove") removePiece(transaction, change.piece);
    else insertBlocks(transaction, change);
  }
  const last = Math.min(
    transaction.mapping.map(Math.max(0, ...changes.map((change) => Math.floor(placeOf(change))))),
    transaction.doc.content.size,
  );
  return transaction.setSelection(TextSelection.near(transaction.doc.resolve(last), -1)).scrollIntoView();
}

function placeOf(change: TextChange): number {
  if (change.do === "replace") return change.from;
  if (change.do === "remove") return change.piece.from;
  // A piece's own changes come before what follows it, and after what precedes it.
  return change.after ? change.after.to + 0.5 : (change.before?.from ?? 0) - 0.5;
}

function replaceWords(transaction: Transaction, { from, to, text }: TextChange & { do: "replace" }) {
  const place = transaction.doc.resolve(from);
  const marks = (from < to ? transaction.doc.nodeAt(from)?.marks : undefined) ?? place.marks();
  transaction.replaceWith(from, to, inline(transaction.doc.type.schema, text, marks));
}

function removePiece(transaction: Transaction, { from, to, isWhole }: { from: number; to: number; isWhole: boolean }) {
  const place = transaction.doc.resolve(from);
  let { depth } = place;
  while (depth > 1 && place.node(depth - 1).childCount === 1) depth -= 1;
  const isOnly = depth === 1 && transaction.doc.childCount === 1;
  if (isWhole && !isOnly) transaction.delete(place.before(depth), place.after(depth));
  else transaction.delete(from, to);
}

function insertBlocks(transaction: Transaction, { after, before, blocks }: TextChange & { do: "insert" }) {
  const { doc } = transaction;
  const { schema } = doc.type;
  const piece = after ?? before;
  if (!piece) return;
  const at = after ? doc.resolve(after.to) : doc.resolve(piece.from);
  if (!piece.isWhole) {
    // The selection ends inside a paragraph, whose rest must stay behind it.
    const lines = blocks.map(({ text }) => text).join("\n\n");
    transaction.insert(after ? after.to : piece.from, inline(schema, after ? `\n\n${lines}` : `${lines}\n\n`, []));
    return;
  }
  const isList = piece.kind !== "paragraph";
  const isSameList = isList && blocks.every(({ kind }) => kind === piece.kind);
  const depth = isSameList ? at.depth - 1 : 1;
  const nodes = isSameList ? blocks.map((block) => itemOf(schema, block)) : nodesOf(schema, blocks);
  transaction.insert(after ? at.after(depth) : at.before(depth), Fragment.from(nodes));
}

function inline(schema: Schema, text: string, marks: readonly Mark[]): Fragment {
  const { hardBreak } = schema.nodes;
  return Fragment.from(
    text
      .split("\n")
      .flatMap((line, index): Node[] => [
        ...(index > 0 && hardBreak ? [hardBreak.create()] : []),
        ...(line ? [schema.text(line, marks)] : []),
      ]),
  );
}

const paragraphOf = (schema: Schema, text: string) => schema.node("paragraph", null, inline(schema, text, []));
const itemOf = (schema: Schema, { text }: NewBlock) => schema.node("listItem", null, paragraphOf(schema, text));

function nodesOf(schema: Schema, blocks: readonly NewBlock[]): Node[] {
  const nodes: Node[] = [];
  let items: Node[] = [];
  blocks.forEach((block, index) => {
    if (block.kind === "paragraph") nodes.push(paragraphOf(schema, block.text));
    else {
      items.push(itemOf(schema, block));
      if (blocks[index + 1]?.kind === block.kind) return;
      nodes.push(schema.node(block.kind === "bullets" ? "bulletList" : "orderedList", null, items));
      items = [];
    }
  });
  return nodes;
}
