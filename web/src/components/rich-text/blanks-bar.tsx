import { t } from "@intellibox/contract/text/t";
import { type Editor, useEditorState } from "@tiptap/react";
import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import { blanksOf, selectBlank, selectedBlank, stepBlank } from "./rich-text-blanks.ts";

/** Says how many placeholders are left to fill in, how to step through them, and which one is selected. */
export function BlanksBar({ editor, helpId }: { editor: Editor; helpId: string }) {
  const { count, at, text } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const selected = selectedBlank(state);
      const blanks = blanksOf(state);
      return { count: blanks.length, at: selected, text: blanks[selected]?.text ?? "" };
    },
  });
  if (count === 0) return null;
  const step = (by: 1 | -1) => {
    const blanks = blanksOf(editor.state);
    // The buttons go round, because a click says nothing about where the caret is.
    const other = by > 0 ? blanks[0] : blanks.at(-1);
    if (!stepBlank(editor.view, by) && other) selectBlank(editor.view, other);
  };
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line bg-warn-bg px-4 py-1 text-xs text-warn md:px-6">
      <p id={helpId} className="min-w-0">
        <span className="font-medium tabular-nums">
          {t("{count, plural, one {# blank to fill in.} other {# blanks to fill in.}}", { count })}
        </span>{" "}
        <span className="pointer-coarse:hidden">{t("Tab selects the next. Esc, then Tab leaves the text.")}</span>
      </p>
      <p role="status" className="sr-only">
        {at >= 0 && t("Blank {number} of {count}: {text}", { number: at + 1, count, text })}
      </p>
      <span className="ms-auto flex shrink-0">
        <IconButton
          label={t("Previous blank")}
          size="icon-sm"
          className="!text-warn"
          icon={<ChevronUp className="size-3.5" aria-hidden="true" />}
          onClick={() => step(-1)}
        />
        <IconButton
          label={t("Next blank")}
          size="icon-sm"
          className="!text-warn"
          icon={<ChevronDown className="size-3.5" aria-hidden="true" />}
          onClick={() => step(1)}
        />
      </span>
    </div>
  );
}
