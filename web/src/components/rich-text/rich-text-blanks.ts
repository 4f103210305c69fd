import { openTokensIn } from "@intellibox/contract/rules/merge-tokens";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { Extension } from "@tiptap/react";
import { blankLook } from "#lib/blank-look.ts";

/** A placeholder such as [your answer] in the writer's own text, by its positions in the document. */
export type Blank = { from: number; to: number; text: string };
type BlanksState = { blanks: readonly Blank[]; marks: DecorationSet };

const key = new PluginKey<BlanksState>("blanks");

/**
 * Marks the placeholders of a draft and steps through them with Tab and Shift+Tab, like the fields of a form. After the last one
 * Tab leaves the text; Escape and then Tab leaves it at once. The marks are decorations: the mail's HTML has none of them.
 */
export const Blanks = Extension.create<{ helpId: string }>({
  name: "blanks",
  // Before the lists, which indent an item by Tab.
  priority: 1000,
  addOptions: () => ({ helpId: "" }),
  addProseMirrorPlugins() {
    const { helpId } = this.options;
    let isLeaving = false;
    return [
      new Plugin<BlanksState>({
        key,
        state: {
          init: (_config, { doc }) => stateOf(doc),
          apply: (change, before) => (change.docChanged ? stateOf(change.doc) : before),
        },
        props: {
          decorations: (state) => key.getState(state)?.marks,
          attributes: (state): Record<string, string> =>
            helpId && blanksOf(state).length > 0 ? { "aria-describedby": helpId } : {},
          handleDOMEvents: {
            keydown: (_view, event) => {
              // Handled here, so that neither this editor nor its lists keep the browser from moving the focus.
              const leavesNow = event.key === "Tab" && isLeaving;
              if (event.key !== "Shift") isLeaving = event.key === "Escape";
              return leavesNow;
            },
          },
          handleKeyDown: (view, event) =>
            event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey
              ? stepBlank(view, event.shiftKey ? -1 : 1)
              : false,
        },
      }),
    ];
  },
});

export const blanksOf = (state: EditorState): readonly Blank[] => key.getState(state)?.blanks ?? [];

/** The index of the selected blank; -1 if none is selected. */
export const selectedBlank = (state: EditorState) =>
  blanksOf(state).findIndex(({ from, to }) => from === state.selection.from && to === state.selection.to);

/** Selects the next or the previous blank. Returns false if there is none in that direction. */
export function stepBlank(view: EditorView, step: 1 | -1): boolean {
  const { from, to, empty } = view.state.selection;
  const blanks = blanksOf(view.state);
  const next =
    step > 0
      ? blanks.find((blank) => (empty ? blank.to > from : blank.from >= to))
      : blanks.findLast((blank) => (empty ? blank.from < to : blank.to <= from));
  return next !== undefined && selectBlank(view, next);
}

export function selectBlank(view: EditorView, { from, to }: Blank): true {
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)).scrollIntoView());
  view.focus();
  return true;
}

function stateOf(doc: Node): BlanksState {
  const blanks: Blank[] = [];
  doc.descendants((node, position) => {
    // Brackets in the answered mail are not the writer's.
    if (node.type.name === "quotedOriginal") return false;
    if (!node.isTextblock) return true;
    // Every leaf, such as a line break, counts as one character, so that an index in the text is a position in the document.
    const text = node.textBetween(0, node.content.size, undefined, "\n");
    for (const { token, index } of openTokensIn(text)) {
      const from = position + 1 + index;
      blanks.push({ from, to: from + token.length, text: token });
    }
    return false;
  });
  const marks = blanks.map(({ from, to }) => Decoration.inline(from, to, { nodeName: "mark", class: blankLook }));
  return { blanks, marks: DecorationSet.create(doc, marks) };
}
