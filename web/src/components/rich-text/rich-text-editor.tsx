import { closeHistory } from "@tiptap/pm/history";
import type { EditorProps } from "@tiptap/pm/view";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { classNames } from "#lib/class-names.ts";
import { useLatest } from "#lib/hooks/use-latest.ts";
import { useThrottledCallback } from "#lib/hooks/use-throttled-callback.ts";
import { cleanPaste } from "#lib/mail/clean-paste.ts";
import { isLinkAllowed } from "#lib/mail/link-address.ts";
import { leaveFolded } from "./rich-text-quoted.ts";
import { richTextExtensions } from "./rich-text-schema.ts";
import { RichTextToolbar } from "./rich-text-toolbar.tsx";
import { mailTextClass } from "./streaming-text.tsx";

/**
 * `edit`: somebody wrote. `cleaning`: the editor shows a value it was given without what a mail may not carry, or written its
 * own way.
 */
export type ChangeHandler = (html: string, cause: "edit" | "cleaning") => void;

export type RichTextEditorProps = {
  value: string;
  onChange: ChangeHandler;
  label: string;
  placeholder: string;
  onFiles: ((files: File[]) => void) | undefined;
  toolbarEnd: ReactNode;
  /** Shown over the text while something else writes it; the text cannot be edited meanwhile. */
  cover: ReactNode;
  textClass: string | undefined;
  takesFocus: boolean;
  flushRef: RefObject<(() => void) | null> | undefined;
};

/** The editor itself; `rich-text.tsx` loads it once the form around it has painted. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, label, toolbarEnd, cover, textClass } = props;
  const editor = useRichText(props);
  const isCovered = cover !== null && cover !== undefined && cover !== false;
  return (
    <>
      <RichTextToolbar editor={editor} label={label} end={toolbarEnd} />
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

function useRichText({
  value,
  onChange,
  label,
  placeholder,
  onFiles,
  takesFocus,
  flushRef,
}: RichTextEditorProps): Editor {
  /** What the editor and its owner last agreed on: any other value comes from outside. */
  const agreed = useRef(value);
  const latestOnFiles = useLatest(onFiles);
  const reportCleaned = useEffectEvent((html: string) => onChange(html, "cleaning"));

  const reportEdit = useThrottledCallback(() => {
    if (editor.isDestroyed) return;
    agreed.current = editor.getHTML();
    onChange(agreed.current, "edit");
  });
  const editor = useEditor({
    extensions: richTextExtensions(placeholder),
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

  useImperativeHandle(flushRef, () => reportEdit.flush, [reportEdit]);

  const wantsFocus = useRef(takesFocus);
  useEffect(() => {
    if (editor.isDestroyed || !wantsFocus.current) return;
    wantsFocus.current = false;
    if (document.activeElement === document.body) editor.commands.focus("start");
  }, [editor]);

  const isFirst = useRef(true);
  useLayoutEffect(() => {
    // One that waited too long for its first paint has been given up by the library, and another is on its way.
    if (editor.isDestroyed) return;
    const isForeign = value !== agreed.current;
    if (isForeign) {
      reportEdit.cancel();
      replaceText(editor, value);
    }
    if (!isForeign && !isFirst.current) return;
    isFirst.current = false;
    // What the owner holds is what is shown: markup that a mail may not carry is gone from both.
    agreed.current = editor.getHTML();
    if (agreed.current !== value) reportCleaned(agreed.current);
  }, [editor, value, reportEdit]);

  return editor;
}

/** Puts other content in place of all there is, as a step of its own: one undo brings the former back. */
function replaceText(editor: Editor, html: string) {
  editor
    .chain()
    .command(({ tr }) => Boolean(closeHistory(tr)))
    .setContent(html, { emitUpdate: false })
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
      // Left to the page, where it sends; the editor would break the line.
      const isForPage = key === "Enter" && (ctrlKey || metaKey);
      // The page acts on these keys and needs the whole text.
      if (isForPage || key === "Escape") flush();
      return isForPage;
    },
  },
});

function filesWent(event: Event, data: DataTransfer | null, takeFiles: HandlerOptions["takeFiles"]) {
  // Text copied from an office program comes with a picture of itself: then the text is meant.
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
