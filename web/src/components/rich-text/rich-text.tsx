import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import type { RewriteText } from "#lib/rewrite-call.ts";
import type { ChangeHandler, RichTextHandle } from "./rich-text-editor.tsx";
import { mailTextClass } from "./streaming-text.tsx";

const loadEditor = () => import("./rich-text-editor.tsx");
const RichTextEditor = lazy(() => loadEditor().then((m) => ({ default: m.RichTextEditor })));

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
  /** Takes the focus once loaded, unless an element that does not contain it has the focus by then. */
  takesFocus?: boolean;
  /** Outer size and frame; without it the editor fills its flex column. */
  className?: string;
  textClass?: string;
};

/** Formatted text. The editor is a third of the page's code, so it loads after the form has painted. */
export function RichText({ className, ...props }: RichTextProps) {
  const {
    placeholder = "",
    onFiles,
    toolbarEnd,
    cover,
    textClass,
    rewrite,
    handleRef,
    takesFocus = false,
    marksBlanks = false,
  } = props;
  const isPainted = useIsPainted();
  const waiting = <Waiting value={props.value} placeholder={placeholder} textClass={textClass} />;
  return (
    <div className={classNames("flex min-h-0 flex-col", className ?? "flex-1")}>
      {isPainted ? (
        <Suspense fallback={waiting}>
          <RichTextEditor
            {...props}
            {...{ placeholder, onFiles, toolbarEnd, cover, textClass, rewrite, handleRef, takesFocus, marksBlanks }}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
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

function useIsPainted() {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      void loadEditor();
      setIsPainted(true);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** The same text at the same position, so that nothing moves when the editor appears. */
function Waiting({
  value,
  placeholder,
  textClass,
}: {
  value: string;
  placeholder: string;
  textClass?: string | undefined;
}) {
  const text = htmlToText(value);
  return (
    <>
      <div className="h-11 shrink-0 border-b border-line pointer-coarse:h-13" />
      <div className={classNames("min-h-0 flex-1 overflow-hidden", textClass)} aria-hidden="true">
        <div className={classNames(mailTextClass, !text && "text-text-3")}>
          <p className="whitespace-pre-wrap">{text || placeholder}</p>
        </div>
      </div>
    </>
  );
}
