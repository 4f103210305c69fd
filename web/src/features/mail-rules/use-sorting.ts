import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { type DragEvent, useState } from "react";

/** Sorts a list by drag. `save` is called with the new order when the pointer is released. */
export function useSorting(rules: readonly MailRule[], save: (next: readonly MailRule[], name: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const shown = dragged && over ? placed(rules, dragged, over) : rules;
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const partOf = ({ id, name }: MailRule) => ({
    isDragged: dragged === id,
    /** For the grip. */
    handle: {
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", name);
        const card = event.currentTarget.closest("li");
        if (card) event.dataTransfer.setDragImage(card, 16, 16);
        setDragged(id);
      },
      onDragEnd: end,
    },
    /** For the card. */
    target: {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!dragged) return;
        event.preventDefault();
        if (dragged !== id) setOver(id);
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (!dragged) return;
        event.preventDefault();
        save(shown, rules.find((rule) => rule.id === dragged)?.name ?? "");
        end();
      },
    },
  });
  return { shown, partOf };
}

export type SortingPart = ReturnType<ReturnType<typeof useSorting>["partOf"]>;

/** Takes one entry to the place of another. */
function placed(rules: readonly MailRule[], dragged: string, over: string) {
  const item = rules.find(({ id }) => id === dragged);
  const to = rules.findIndex(({ id }) => id === over);
  if (!item || to < 0) return rules;
  const others = rules.filter(({ id }) => id !== dragged);
  return [...others.slice(0, to), item, ...others.slice(to)];
}
