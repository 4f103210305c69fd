import type { RewriteKind } from "@intellibox/contract/rules/rewriting";
import { closeHistory } from "@tiptap/pm/history";
import { TextSelection } from "@tiptap/pm/state";
import type { EditorProps } from "@tiptap/pm/view";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import {
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "#lib/class-names.ts";
import { useLatest } from "#lib/hooks/use-latest.ts";
import { useThrottledCallback } from "#lib/hooks/use-throttled-callback.ts";
import { cleanPaste } from "#lib/mail/clean-paste.ts";
import { isLinkAllowed } from "#lib/mail/link-address.ts";
import type { RewriteText } from "#lib/rewrite-call.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { BlanksBar } from "./blanks-bar.tsx";
import { RewriteTool } from "./rewrite/rewrite-tool.tsx";
import type { AskedRewrite } from "./rewrite/rewriting.tsx";
import { blanksOf, selectBlank } from "./rich-text-blanks.ts";
import { leaveFolded } from "./rich-text-quoted.ts";
import { richTextExtensions } from "./rich-text-schema.ts";
import { RichTextToolbar } from "./rich-text-toolbar.tsx";
import { mailTextClass } from "./streaming-text.tsx";
import { TemplateButton } from "./templates/template-button.tsx";

/**
 * `edit`: the user changed the text. `cleaning`: the editor was given a value that it shows without unsupported markup or
 * serializes differently.
 */
export type ChangeHandler = (html: string, cause: "edit" | "cleaning") => void;

/** The commands that a page can give its editor. */
export type RichTextHandle = {
  /** Reports the latest text now, without waiting for the throttle. */
  flush: () => void;
  /** Selects the first placeholder of the text, if there is one. */
  selectFirstBlank: () => void;
  /** Begins to rewrite the text, as its menu does. */
  rewrite: (kind: RewriteKind) => void;
};

export type RichTextEditorProps = {
  value: string;
  onChange: ChangeHandler;
  label: string;
  placeholder: string;
  onFiles: ((files: File[]) => void) | undefined;
  toolbarEnd: ReactNode;
  /** Replaces the text while the model writes it; the text cannot be edited then. */
  cover: ReactNode;
  textClass: string | undefined;
  rewrite: RewriteText | undefined;
  templates: TemplateTool | undefined;
  takesFocus: boolean;
  marksBlanks: boolean;
  handleRef: RefObject<RichTextHandle | null> | undefined;
  /** The place of the caret that the editor takes over from the box that was there before it. */
  caret: RefObject<number | null>;
};

/** The editor itself. `rich-text.tsx` loads it after the form around it has painted. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, label, toolbarEnd, cover, textClass, rewrite, templates } = props;
  /** The place of the strip that shows a rewrite, below the toolbar. */
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const helpId = useId();
  const [asked, setAsked] = useState<AskedRewrite>();
  const editor = useRichText(props, helpId, setAsked);
  const isCovered = cover !== null && cover !== undefined && cover !== false;
  return (
    <>
      <RichTextToolbar
        editor={editor}
        label={label}
        end={
          (rewrite || templates) && !isCovered ? (
            <>
              {templates && <TemplateButton {...{ editor, templates }} />}
              {rewrite && <RewriteTool {...{ editor, rewrite, strip, asked }} />}
            </>
          ) : (
            toolbarEnd
          )
        }
      />
      {rewrite && <div ref={setStrip} className="contents" />}
      {props.marksBlanks && !isCovered && <BlanksBar {...{ editor, helpId }} />}
      <div data-scrolls className={classNames("relative min-h-0 flex-1 overflow-y-auto", textClass)}>
        <EditorContent
          editor={editor}
          data-empty={value === "<p></p>" || undefined}
          className={classNames("flex min-h-full flex-col", isCovered && "invisible absolute inset-0 overflow-hidden")}
        />
        {cover}
      </div>
    </>
  );
}

function useRichText(
  props: RichTextEditorProps,
  helpId: string,
  setAsked: Dispatch<SetStateAction<AskedRewrite | undefined>>,
): Editor {
  const { value, onChange, label, placeholder, onFiles, takesFocus, marksBlanks, handleRef, caret } = props;
  /** The HTML that was last reported or received: a different value comes from outside. */
  const synced = useRef(value);
  const latestOnFiles = useLatest(onFiles);
  const reportCleaned = useEffectEvent((html: string) => onChange(html, "cleaning"));

  const reportEdit = useThrottledCallback(() => {
    if (editor.isDestroyed) return;
    synced.current = editor.getHTML();
    onChange(synced.current, "edit");
  });
  const editor = useEditor({
    extensions: richTextExtensions(placeholder, marksBlanks ? { helpId } : undefined),
    content: value,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onUpdate: () => reportEdit.schedule(),
    onBlur: () => reportEdit.flush(),
    editorProps: {
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label, class: mailTextClass },
      ...handlers({ takeFiles: (files) => latestOnFiles.current?.(files), flush: reportEdit.flush }),
    },
  });

  useImperativeHandle(handleRef, () => {
    const selectFirstBlank = () => {
      const first = blanksOf(editor.state)[0];
      if (first) selectBlank(editor.view, first);
    };
    const rewrite = (kind: RewriteKind) => {
      // All of the text, not what happens to be selected.
      editor.commands.setTextSelection(0);
      setAsked((last) => ({ kind, at: (last?.at ?? 0) + 1 }));
    };
    return { flush: reportEdit.flush, selectFirstBlank, rewrite };
  }, [reportEdit, editor, setAsked]);

  const wantsFocus = useRef(takesFocus);
  useLayoutEffect(() => {
    const place = caret.current;
    if (editor.isDestroyed || place === null) return;
    caret.current = null;
    wantsFocus.current = false;
    const { doc, tr } = editor.state;
    editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(Math.min(place, doc.content.size)))));
    // At once: a key that is pressed in the next frame must not get lost.
    editor.view.focus();
  }, [editor, caret]);

  useEffect(() => {
    if (editor.isDestroyed || !wantsFocus.current) return;
    wantsFocus.current = false;
    // The container keeps the place of the editor.
    if (document.activeElement?.contains(editor.view.dom)) editor.commands.focus("start");
  }, [editor]);

  const isFirst = useRef(true);
  useLayoutEffect(() => {
    // Tiptap destroys an editor that was not mounted in time, and makes another.
    if (editor.isDestroyed) return;
    const isFromOutside = value !== synced.current;
    if (isFromOutside) {
      reportEdit.cancel();
      replaceText(editor, value);
    }
    if (!isFromOutside && !isFirst.current) return;
    isFirst.current = false;
    // The caller must hold what is shown, without the markup that the editor has dropped.
    synced.current = editor.getHTML();
    if (synced.current !== value) reportCleaned(synced.current);
  }, [editor, value, reportEdit]);

  return editor;
}

/** Replaces the whole content as an undo step of its own. The caret goes to the start, so that Tab finds the first blank. */
function replaceText(editor: Editor, html: string) {
  editor
    .chain()
    .command(({ tr }) => Boolean(closeHistory(tr)))
    .setContent(html, { emitUpdate: false })
    .command(({ tr }) => Boolean(tr.setSelection(TextSelection.atStart(tr.doc))))
    .run();
  editor.view.dispatch(closeHistory(editor.state.tr));
}

type HandlerOptions = { takeFiles: (files: File[]) => void; flush: () => void };

const handlers = ({ takeFiles, flush }: HandlerOptions): EditorProps => ({
  transformPastedHTML: cleanPaste,
  handlePaste: (_view, event) => filesWent(event, event.clipboardData, takeFiles),
  handleDrop: (_view, event) => filesWent(event, event.dataTransfer, takeFiles),
  handleClick: (view, position, event) => openLink(event, view.state.selection.empty) || leaveFolded(view, position),
  handleDOMEvents: {
    keydown: (_view, { key, ctrlKey, metaKey }) => {
      // The page sends on Ctrl+Enter; the editor would break the line.
      const isForPage = key === "Enter" && (ctrlKey || metaKey);
      // The page acts on these keys and needs the whole text.
      if (isForPage || key === "Escape") flush();
      return isForPage;
    },
  },
});

function filesWent(event: Event, data: DataTransfer | null, takeFiles: HandlerOptions["takeFiles"]) {
  // Office programs add a picture of the copied text. If there is HTML, the text is meant.
  const files = data?.types.includes("text/html") ? [] : [...(data?.files ?? [])];
  if (files.length === 0) return false;
  event.preventDefault();
  event.stopPropagation();
  takeFiles(files);
  return true;
}

function openLink(event: MouseEvent, isCaret: boolean) {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  const href = link?.getAttribute("href") ?? "";
  if (event.button !== 0 || !isCaret || !isLinkAllowed(href)) return false;
  window.open(href, "_blank", "noopener,noreferrer");
  return true;
}
