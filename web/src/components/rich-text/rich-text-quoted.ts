import { t } from "@intellibox/contract/text/t";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { Node, type NodeViewRenderer } from "@tiptap/react";

/**
 * The answered mail, below the reply. In the sent mail it is an ordinary `blockquote`; in the editor it can be folded, and starts
 * folded to leave room for the reply.
 */
export const QuotedOriginal = Node.create({
  name: "quotedOriginal",
  group: "block",
  content: "block+",
  defining: true,
  isolating: true,
  // Higher than the plain quote, which matches any `blockquote`.
  priority: 200,
  parseHTML: () => [{ tag: "blockquote[data-quoted]" }],
  renderHTML: () => ["blockquote", { "data-quoted": "original", type: "cite" }, 0],
  addNodeView: () => foldingView,
});

const foldingView: NodeViewRenderer = () => {
  const dom = document.createElement("div");
  const toggle = document.createElement("button");
  const contentDOM = document.createElement("blockquote");
  dom.dataset.quoted = "original";
  dom.className = "my-3";
  toggle.type = "button";
  toggle.contentEditable = "false";
  toggle.className =
    "mb-2 inline-flex h-6 items-center rounded-full bg-hover px-2.5 text-xs text-text-2 select-none hover:bg-active pointer-coarse:h-11 pointer-coarse:px-4";

  const fold = (isFolded: boolean) => {
    contentDOM.hidden = isFolded;
    toggle.setAttribute("aria-expanded", String(!isFolded));
    toggle.textContent = isFolded ? "••• Show quoted original" : t("Hide quoted original");
  };
  toggle.addEventListener("click", () => fold(!contentDOM.hidden));
  fold(true);
  dom.append(toggle, contentDOM);

  return {
    dom,
    contentDOM,
    stopEvent: (event) => event.target === toggle,
    // Folding does not change the document.
    ignoreMutation: ({ type, target }) =>
      type !== "selection" && (type === "attributes" || !contentDOM.contains(target as HTMLElement)),
  };
};

/** Moves the caret to the writer's own text after a click on or below a folded quote, which would put it in hidden text. */
export function leaveFolded(view: EditorView, position: number): boolean {
  const place = view.state.doc.resolve(position);
  const isInside = place.depth > 0 && place.node(1).type.name === "quotedOriginal";
  const isBehind = place.depth === 0 && place.nodeBefore?.type.name === "quotedOriginal";
  if (!isInside && !isBehind) return false;
  const start = isInside ? place.before(1) : position - (place.nodeBefore?.nodeSize ?? 0);
  const shown = view.nodeDOM(start);
  const isFolded = shown instanceof HTMLElement && shown.querySelector("blockquote")?.hidden;
  if (!isFolded) return false;
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(start), -1)));
  view.focus();
  return true;
}
