import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { NewBlock, TextChange } from "./plan-changes.ts";
import type { TextPiece } from "./text-pieces.ts";

type Shown = { pieces: readonly TextPiece[]; changes: readonly TextChange[] };

const key = new PluginKey<DecorationSet | null>("rewrite");

export const oldLook = "rounded-[3px] bg-bad-bg text-bad line-through decoration-1";
export const newLook = "rounded-[3px] bg-ok-bg text-ok no-underline";

/** Shows changes in the text as decorations: the document, and a draft that is saved meanwhile, have none of them. */
export const rewritePlugin = (onForeignChange: () => void) =>
  new Plugin<DecorationSet | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, before) {
        const shown = transaction.getMeta(key) as Shown | undefined;
        if (shown) return decorate(transaction.doc, shown);
        // The positions of the changes are of the text before.
        if (transaction.docChanged) queueMicrotask(onForeignChange);
        return transaction.docChanged ? null : before;
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });

export const rewriteKey = key;

export const showing = (state: EditorState, shown: Shown) =>
  state.tr.setMeta(key, shown).setMeta("addToHistory", false);

function decorate(doc: EditorState["doc"], { pieces, changes }: Shown): DecorationSet {
  const marks = pieces.map(({ from, to }) => Decoration.inline(from, to, { class: "rewritten" }));
  for (const change of changes) {
    if (change.do === "remove") marks.push(struck(change.piece.from, change.piece.to));
    if (change.do === "replace") {
      if (change.from < change.to) marks.push(struck(change.from, change.to));
      if (change.text) marks.push(widget(change.to, () => inserted(change.text)));
    }
    if (change.do === "insert") {
      const at = change.after ? change.after.to : (change.before?.from ?? 0);
      marks.push(widget(at, () => insertedBlocks(change.blocks, !change.after)));
    }
  }
  return DecorationSet.create(doc, marks);
}

const struck = (from: number, to: number) => Decoration.inline(from, to, { nodeName: "del", class: oldLook });
const widget = (at: number, make: () => HTMLElement) => Decoration.widget(at, make, { side: 1 });

function inserted(text: string): HTMLElement {
  const element = document.createElement("ins");
  element.className = `${newLook} whitespace-pre-wrap`;
  element.textContent = text;
  return element;
}

function insertedBlocks(blocks: readonly NewBlock[], isBefore: boolean): HTMLElement {
  const element = document.createElement("span");
  for (const { kind, text } of blocks) {
    const line = inserted(kind === "paragraph" ? text : `• ${text}`);
    line.classList.add("block", isBefore ? "mb-3" : "mt-3", "w-fit");
    element.append(line);
  }
  return element;
}
