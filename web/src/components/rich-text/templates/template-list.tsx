import type { TemplateItem } from "@intellibox/contract/endpoints/templates";
import { t } from "@intellibox/contract/text/t";
import type { Editor } from "@tiptap/react";
import { useLayoutEffect, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { Badge } from "../../ui/badge.tsx";
import { placeBeside } from "../../ui/place-beside.ts";

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

type TemplateListProps = {
  id: string;
  editor: Editor;
  /** The position of the ";" in the text. */
  at: number;
  items: readonly TemplateItem[];
  /** The index of the template that Enter inserts. */
  active: number;
  onChoose: (item: TemplateItem) => void;
};

/** The templates that the words after ";" find, at the caret. The focus stays in the text, which names the active one. */
export function TemplateList({ id, editor, at, items, active, onChoose }: TemplateListProps) {
  const box = useRef<HTMLDivElement>(null);
  const place = usePlace(box, editor, at, items.length);
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label={t("Templates")}
      // The keys belong to the list, not to the page.
      data-popup-open=""
      style={place ?? { visibility: "hidden", left: 0, top: 0 }}
      className="fixed z-60 max-h-72 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-popup bg-surface p-1 shadow-popup"
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the text keeps the focus and takes the keys
        <div
          key={item.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          ref={index === active ? (option) => option?.scrollIntoView?.({ block: "nearest" }) : undefined}
          // Pressing must not take the focus from the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          className={classNames(
            "flex min-h-9 cursor-pointer flex-col justify-center rounded-item px-2.5 py-1 text-sm pointer-coarse:min-h-11",
            index === active ? "bg-selected" : "hover:bg-hover",
          )}
        >
          <TemplateLine item={item} />
        </div>
      ))}
    </div>
  );
}

/** A template in a list: its names, whether it is the company's, and how it begins. */
export const TemplateLine = ({ item }: { item: TemplateItem }) => (
  <>
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate text-text">{item.name}</span>
      {item.shortName && <span className="shrink-0 text-xs text-text-3">;{item.shortName}</span>}
      {item.isShared && (
        <Badge size="sm" className="ms-auto">
          {t("Company")}
        </Badge>
      )}
    </span>
    <span className="truncate text-xs text-text-2">{item.snippet}</span>
  </>
);

/** Below the ";", or above it if there is no room. It follows the text when that scrolls. */
function usePlace(box: { current: HTMLElement | null }, editor: Editor, at: number, count: number) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the list depends on the number of its entries
  useLayoutEffect(() => {
    const measure = () => {
      const size = box.current?.getBoundingClientRect();
      if (!size || editor.isDestroyed || at > editor.state.doc.content.size) return;
      const { left, top, bottom } = editor.view.coordsAtPos(at);
      const screen = { width: innerWidth, height: window.visualViewport?.height ?? innerHeight };
      const anchor = { left, top, width: size.width, height: bottom - top };
      setPlace(placeBeside(anchor, size, screen, { side: "bottom", gap: 4 }));
    };
    measure();
    addEventListener("scroll", measure, true);
    addEventListener("resize", measure);
    return () => {
      removeEventListener("scroll", measure, true);
      removeEventListener("resize", measure);
    };
  }, [box, editor, at, count]);
  return place;
}
