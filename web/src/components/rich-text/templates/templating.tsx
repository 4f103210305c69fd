import type { TemplateItem } from "@intellibox/contract/endpoints/templates";
import { t } from "@intellibox/contract/text/t";
import type { Editor } from "@tiptap/react";
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from "react";
import { isBlank } from "#lib/mail/html-text.ts";
import { ownWords } from "#lib/mail/outgoing.ts";
import { matchingTemplates } from "#lib/matching-templates.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { MissingValues } from "./missing-values.tsx";
import { optionId, TemplateList } from "./template-list.tsx";
import { endSearch, type TemplateSearch } from "./template-trigger.ts";
import { useInsertion } from "./use-insertion.ts";

const TemplatePicker = lazy(() => import("./template-picker.tsx").then((m) => ({ default: m.TemplatePicker })));
const SaveTemplate = lazy(() => import("../../writing/save-template.tsx").then((m) => ({ default: m.SaveTemplate })));

/** Handles keys for the list, because the text box has the focus. */
export type ListKeys = {
  /** Returns whether the key was for the list. */
  press: (event: KeyboardEvent) => boolean;
  attributes: () => Record<string, string>;
};

type TemplatingProps = {
  editor: Editor;
  templates: TemplateTool;
  search: TemplateSearch | null;
  isPicking: boolean;
  onPicked: () => void;
  listKeys: RefObject<ListKeys>;
};

/** The list at the caret, the list of the button, and the dialogs that they open. */
export function Templating({ editor, templates, search, isPicking, onPicked, listKeys }: TemplatingProps) {
  const insertion = useInsertion(editor, templates);
  const [saving, setSaving] = useState<string | null>(null);
  const { question } = insertion;
  const { wanted } = templates;
  const beginWanted = useEffectEvent((id: string) => {
    templates.onBegun?.();
    void insertion.begin(id, editor.state.selection);
  });
  useEffect(() => {
    if (wanted) beginWanted(wanted);
  }, [wanted]);
  const insertAt = (range: { from: number; to: number }) => (item: TemplateItem) =>
    void insertion.begin(item.id, range);
  const endPicking = () => {
    onPicked();
    if (!editor.isDestroyed) editor.commands.focus();
  };
  return (
    <>
      {search && (
        <CaretList
          {...{ editor, search, listKeys }}
          list={templates.list}
          onChoose={(item) => {
            endSearch(editor.view);
            insertAt(search)(item);
          }}
        />
      )}
      <Suspense fallback={null}>
        {isPicking && (
          <TemplatePicker
            list={templates.list}
            isManageable={templates.save !== undefined}
            onChoose={(item) => {
              onPicked();
              insertAt(editor.state.selection)(item);
            }}
            onSave={
              !templates.save || isBlank(ownWords(editor.getHTML()))
                ? undefined
                : () => {
                    onPicked();
                    setSaving(editor.getHTML());
                  }
            }
            onClose={endPicking}
          />
        )}
        {saving !== null && templates.save && (
          <SaveTemplate
            start={{ subject: templates.subject(), html: saving }}
            person={templates.person()}
            onSave={templates.save}
            onClose={() => setSaving(null)}
          />
        )}
      </Suspense>
      {question && (
        <MissingValues
          name={question.template.name}
          tokens={question.missing}
          onInsert={insertion.answer}
          onClose={insertion.cancel}
        />
      )}
    </>
  );
}

type CaretListProps = {
  editor: Editor;
  search: TemplateSearch;
  listKeys: RefObject<ListKeys>;
  list: TemplateTool["list"];
  onChoose: (item: TemplateItem) => void;
};

const noKeys: ListKeys = { press: () => false, attributes: () => ({}) };

/** The list at the caret. Without a match it is not there, and every key is the text's. */
function CaretList({ editor, search, listKeys, list, onChoose }: CaretListProps) {
  const id = useId();
  const all = useTemplates(list);
  const [state, setState] = useState({ text: search.text, at: 0 });
  const found = matchingTemplates(all, search.text);
  const at = state.text === search.text ? Math.min(state.at, found.length - 1) : 0;
  const isOpen = found.length > 0;
  useLayoutEffect(() => {
    listKeys.current = {
      press: (event) => {
        if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const chosen = found[at];
        if (step) setState({ text: search.text, at: (at + step + found.length) % found.length });
        else if (event.key === "Escape") {
          endSearch(editor.view);
          // The composer around the text closes on Escape, too.
          event.stopPropagation();
        } else if (chosen && (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey))) onChoose(chosen);
        else return false;
        event.preventDefault();
        return true;
      },
      attributes: (): Record<string, string> =>
        isOpen ? { "aria-haspopup": "listbox", "aria-controls": id, "aria-activedescendant": optionId(id, at) } : {},
    };
    // The text box shows its new attributes with its next state.
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta("templates", at));
  });
  useEffect(() => {
    const keys = listKeys;
    return () => {
      keys.current = noKeys;
    };
  }, [listKeys]);
  return (
    <>
      <span role="status" className="sr-only">
        {isOpen && t("{count, plural, one {# template found} other {# templates found}}", { count: found.length })}
      </span>
      {isOpen && <TemplateList {...{ id, editor, onChoose }} at={search.from} items={found} active={at} />}
    </>
  );
}

/** Empty until they are loaded, and if they cannot be loaded: a ";" is then just a ";". */
function useTemplates(list: TemplateTool["list"]): readonly TemplateItem[] {
  const [items, setItems] = useState<readonly TemplateItem[]>([]);
  useEffect(() => {
    let isGone = false;
    list().then(
      (found) => isGone || setItems(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [list]);
  return items;
}
