import { type RefObject, useLayoutEffect, useRef } from "react";
import { classNames } from "#lib/class-names.ts";
import { emptyBody } from "#lib/drafts/compose-draft.ts";
import { mailTextClass } from "./streaming-text.tsx";

type EarlyTextProps = {
  /** Empty, or HTML that this box reported. */
  value: string;
  onChange: (html: string) => void;
  /** While an input method composes a word, the box must stay. */
  onComposing: (isComposing: boolean) => void;
  label: string;
  placeholder: string;
  textClass: string | undefined;
  takesFocus: boolean;
  /** Receives the place of the caret in the editor's document, if the box has the focus when it goes. */
  caret: RefObject<number | null>;
};

/** A plain box at the place of the editor, for what is typed before the editor has loaded. */
export function EarlyText(props: EarlyTextProps) {
  const { value, onChange, onComposing, label, placeholder, textClass, takesFocus, caret } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const wantsFocus = useRef(takesFocus);
  useLayoutEffect(() => {
    const shown = box.current;
    if (wantsFocus.current && document.activeElement?.contains(shown)) shown?.focus({ preventScroll: true });
    return () => {
      if (shown && document.activeElement === shown)
        caret.current = placeInEditor(shown.value.slice(0, shown.selectionEnd));
    };
  }, [caret]);
  return (
    <div className={classNames("flex min-h-0 flex-1 flex-col overflow-hidden", textClass)}>
      <textarea
        ref={box}
        aria-label={label}
        placeholder={placeholder}
        value={textOf(value)}
        onChange={(event) => onChange(htmlOf(event.target.value))}
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={() => onComposing(false)}
        className={classNames(
          mailTextClass,
          "max-w-[calc(68ch+2rem)] resize-none bg-transparent placeholder:text-text-3 md:max-w-[calc(68ch+3rem)]",
        )}
      />
    </div>
  );
}

export const isEarly = (html: string) => html === emptyBody;

/** Each line is a paragraph: it starts after one token, and a line break is two. */
const placeInEditor = (before: string) => 1 + before.length + (before.split("\n").length - 1);

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const htmlOf = (text: string) =>
  text
    .split("\n")
    .map((line) => `<p>${line.replaceAll(/[&<>]/g, (character) => escapes[character] ?? "")}</p>`)
    .join("");

/** Reads only what `htmlOf` writes. */
const textOf = (html: string) =>
  html
    .slice("<p>".length, -"</p>".length)
    .replaceAll("</p><p>", "\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
