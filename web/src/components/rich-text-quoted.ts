import { Node, type NodeViewRenderer } from "@tiptap/react";

/**
 * The mail one answers, below the answer. It travels as an ordinary `blockquote`; here it can be folded away, and
 * begins folded: what one writes matters more than what one has read.
 */
export const QuotedOriginal = Node.create({
  name: "quotedOriginal",
  group: "block",
  content: "block+",
  defining: true,
  isolating: true,
  // Before the plain quote, which would take any `blockquote`.
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
    toggle.textContent = isFolded ? "••• Show quoted original" : "Hide quoted original";
  };
  toggle.addEventListener("click", () => fold(!contentDOM.hidden));
  fold(true);
  dom.append(toggle, contentDOM);

  return {
    dom,
    contentDOM,
    stopEvent: (event) => event.target === toggle,
    // Folding changes nothing in the mail.
    ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target as HTMLElement),
  };
};
