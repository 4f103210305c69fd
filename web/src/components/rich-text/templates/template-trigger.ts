import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** The writer typed ";" and what follows it. */
export type TemplateSearch = {
  /** The position of the ";". */
  from: number;
  /** The position of the caret. */
  to: number;
  /** The text after the ";". */
  text: string;
};

export const templateKey = new PluginKey<TemplateSearch | null>("templates");
const maxTyped = 40;

type TriggerOptions = {
  /** Called when the search begins, changes and ends. */
  onSearch: (search: TemplateSearch | null) => void;
  /** Called with every key while there is a search. Returns whether the key was for the list. */
  onKey: (event: KeyboardEvent) => boolean;
  /** The attributes of the text box that name the list. */
  attributes: () => Record<string, string>;
};

/**
 * Notices a ";" that is typed at the start of a line or after a space. The list belongs to it until the caret leaves the words after
 * it, so that a ";" in a sentence ("a; b") and one before a space never get in the way.
 */
export const templateTrigger = ({ onSearch, onKey, attributes }: TriggerOptions) =>
  new Plugin<TemplateSearch | null>({
    key: templateKey,
    state: {
      init: () => null,
      apply: (change, before, _old, state) => nextSearch(change, before, state),
    },
    props: {
      handleTextInput: (view, from, to, text) => text === ";" && begin(view, from, to),
      handleKeyDown: (view, event) => {
        if (!templateKey.getState(view.state) || event.isComposing) return false;
        return onKey(event);
      },
      handleDOMEvents: {
        blur: (view) => {
          if (templateKey.getState(view.state)) endSearch(view);
          return false;
        },
      },
      attributes: (state) => (templateKey.getState(state) ? attributes() : {}),
    },
    view: () => ({
      update: ({ state }, before) => {
        const search = templateKey.getState(state) ?? null;
        if (search !== templateKey.getState(before)) onSearch(search);
      },
      destroy: () => onSearch(null),
    }),
  });

export const endSearch = (view: EditorView) => view.dispatch(view.state.tr.setMeta(templateKey, "end"));

/** Types the ";" in place of the selection and begins a search, if it can begin here. */
function begin(view: EditorView, at: number, to: number): boolean {
  const $at = view.state.doc.resolve(at);
  const before = $at.parent.textBetween(Math.max(0, $at.parentOffset - 1), $at.parentOffset, undefined, "\n");
  if (
    !$at.sameParent(view.state.doc.resolve(to)) ||
    !$at.parent.isTextblock ||
    $at.parent.type.spec.code ||
    !/^\s?$/u.test(before) ||
    isQuoted($at)
  )
    return false;
  view.dispatch(view.state.tr.insertText(";", at, to).setMeta(templateKey, at).scrollIntoView());
  return true;
}

/** Begins a search for a ";" that was typed before the editor had loaded, into the box that stood in its place. */
export function resumeSearch(view: EditorView): void {
  const { $from, empty } = view.state.selection;
  const { parent, parentOffset } = $from;
  // Only then has the editor taken the focus over from that box.
  if (!view.hasFocus() || !empty || !parent.isTextblock || parent.type.spec.code || isQuoted($from)) return;
  const typed = /(?:^|\s)(;\S{0,39})$/u.exec(parent.textBetween(0, parentOffset, undefined, "\n"))?.[1];
  if (typed) view.dispatch(view.state.tr.setMeta(templateKey, $from.pos - typed.length));
}

/** The answered mail is not the writer's text. */
function isQuoted($at: ReturnType<EditorState["doc"]["resolve"]>): boolean {
  for (let depth = $at.depth; depth > 0; depth--) if ($at.node(depth).type.name === "quotedOriginal") return true;
  return false;
}

function nextSearch(change: Transaction, before: TemplateSearch | null, { selection, doc }: EditorState) {
  const meta: unknown = change.getMeta(templateKey);
  if (meta === "end") return null;
  const from = typeof meta === "number" ? meta : before && change.mapping.map(before.from, -1);
  if (from === null) return null;
  const { $from: $caret, empty } = selection;
  const to = $caret.pos;
  if (!empty || to <= from || to > doc.content.size || $caret.start() > from) return null;
  const typed = doc.textBetween(from, to, "\n", "\n");
  if (!typed.startsWith(";") || /^;\s|\n/.test(typed) || typed.length > maxTyped) return null;
  const same = before?.from === from && before.to === to && before.text === typed.slice(1);
  return same ? before : { from, to, text: typed.slice(1) };
}
