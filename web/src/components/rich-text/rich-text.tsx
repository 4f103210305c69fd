import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import type { RewriteText } from "#lib/rewrite-call.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { EarlyText, isEarly } from "./early-text.tsx";
import type { ChangeHandler, RichTextEditor, RichTextHandle } from "./rich-text-editor.tsx";
import { mailTextClass } from "./streaming-text.tsx";

let loaded: typeof RichTextEditor | undefined;

/** Loads the editor, so that the next `RichText` shows it at once. */
export async function loadEditor() {
  loaded ??= (await import("./rich-text-editor.tsx")).RichTextEditor;
  return loaded;
}

type RichTextProps = {
  /** HTML; empty is `<p></p>`. A value that the editor did not report replaces the text as one undo step. */
  value: string;
  onChange: ChangeHandler;
  /** The name of the text box. */
  label: string;
  placeholder?: string;
  /** Files pasted or dropped into the text. */
  onFiles?: (files: File[]) => void;
  /** Buttons at the right end of the toolbar. */
  toolbarEnd?: ReactNode;
  /** Replaces the text while the model writes it. */
  cover?: ReactNode;
  /** Marks placeholders such as [your answer], and steps through them with Tab. */
  marksBlanks?: boolean;
  /** Receives what the page can ask of the editor. */
  handleRef?: RefObject<RichTextHandle | null>;
  /** Offers to rewrite selected text. */
  rewrite?: RewriteText;
  /** Offers templates, by a button and while ";" is typed. */
  templates?: TemplateTool;
  /** Takes the focus once loaded, unless an element that does not contain it has the focus by then. */
  takesFocus?: boolean;
  /** Outer size and frame; without it the editor fills its flex column. */
  className?: string;
  textClass?: string;
};

/**
 * Formatted text. The editor is half of the page's code, so it loads after the form has painted. What is typed before then goes into
 * a plain box, and the editor takes it over with the caret.
 */
export function RichText({ className, ...props }: RichTextProps) {
  const {
    placeholder = "",
    onFiles,
    toolbarEnd,
    cover,
    textClass,
    rewrite,
    templates,
    handleRef,
    takesFocus = false,
    marksBlanks = false,
  } = props;
  const Editor = useLoadedEditor();
  const early = useEarlyText(props.value, props.onChange);
  return (
    <div className={classNames("flex min-h-0 flex-col", className ?? "flex-1")}>
      {Editor && !early.isComposing ? (
        <Editor
          {...props}
          {...{
            placeholder,
            onFiles,
            toolbarEnd,
            cover,
            textClass,
            rewrite,
            templates,
            handleRef,
            takesFocus,
            marksBlanks,
          }}
          caret={early.caret}
        />
      ) : (
        <>
          <div className="h-11 shrink-0 border-b border-line pointer-coarse:h-13" />
          {early.isPossible ? (
            <EarlyText {...early.box} {...{ placeholder, textClass, takesFocus }} label={props.label} />
          ) : (
            <Waiting value={props.value} textClass={textClass} />
          )}
        </>
      )}
    </div>
  );
}

/** Undefined until the form has painted and the editor is loaded. If it cannot be loaded, the error reaches the page. */
function useLoadedEditor() {
  const [Editor, setEditor] = useState(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let isGone = false;
    const frame = requestAnimationFrame(() => {
      loadEditor().then(
        (component) => isGone || setEditor(() => component),
        (error: unknown) =>
          isGone ||
          setEditor(() => {
            throw error;
          }),
      );
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
    };
  }, []);
  return Editor;
}

/** The plain box that serves until the editor is there. It cannot show formatted text. */
function useEarlyText(value: string, onChange: ChangeHandler) {
  const [typed, setTyped] = useState<string>();
  const [isComposing, setIsComposing] = useState(false);
  /** The place of the caret when the editor replaced the box. */
  const caret = useRef<number>(null);
  const change = (html: string) => {
    setTyped(html);
    onChange(html, "edit");
  };
  return {
    isPossible: isEarly(value) || value === typed,
    isComposing,
    caret,
    box: { value, onChange: change, onComposing: setIsComposing, caret },
  };
}

/** A framed editor with its label above, for forms. */
export function RichTextField({ hint, ...props }: RichTextProps & { hint?: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium text-text" aria-hidden="true">
        {props.label}
      </p>
      <RichText
        textClass="min-h-40 max-h-96"
        className="overflow-hidden rounded-control border border-control bg-surface focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus dark:bg-subtle"
        {...props}
      />
      {hint && <p className="mt-1.5 text-xs text-text-3">{hint}</p>}
    </div>
  );
}

/** The same text at the same position, so that nothing moves when the editor appears. */
function Waiting({ value, textClass }: { value: string; textClass?: string | undefined }) {
  return (
    <div className={classNames("min-h-0 flex-1 overflow-hidden", textClass)} aria-hidden="true">
      <div className={mailTextClass}>
        <p className="whitespace-pre-wrap">{htmlToText(value)}</p>
      </div>
    </div>
  );
}
