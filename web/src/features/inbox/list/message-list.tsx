import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useId } from "react";
import { Skeleton } from "#components/ui/async-states.tsx";
import type { Mailboxes } from "#features/inbox/mailbox-words.ts";
import type { Step } from "#features/inbox/neighbour.ts";
import { type ListLook, rowHeights } from "./list-look.ts";
import type { ListPlace } from "./list-place.ts";
import { MessageRow } from "./message-row.tsx";
import type { RowChips } from "./row-chips.ts";
import { reveal, useWindow } from "./use-window.ts";

type MessageListProps = {
  items: readonly ThreadItem[];
  mailboxes: Mailboxes;
  /** The row of the open message. */
  openId: string;
  density: ListLook["density"];
  chosen: ReadonlySet<string>;
  /** The chips of a row. */
  chips: RowChips;
  place: Pick<ListPlace, "namesRecipients">;
  isChoosing: boolean;
  /** The next page's cursor; null at the end. */
  moreFrom: string | null;
  onMore: () => void;
  onPress: (item: ThreadItem, event: MouseEvent) => void;
  onChoose: (item: ThreadItem, event: MouseEvent) => void;
  onStar: (item: ThreadItem) => void;
  /** Called for the arrow keys, Page Up, Page Down, Home and End. */
  onMove: (step: Step) => void;
  /** Called for Enter. */
  onEnter: () => void;
  listRef: RefObject<HTMLDivElement | null>;
};

/** A virtual list: only the visible rows are in the page. */
export function MessageList(props: MessageListProps) {
  const { items, mailboxes, openId, chosen, chips, place, density, isChoosing, moreFrom, onMore } = props;
  const rowHeight = rowHeights[density];
  const { onPress, onChoose, onStar, listRef } = props;
  const id = useId();
  const scroller = listRef;
  const hasMore = moreFrom !== null;
  const count = items.length + (hasMore ? 1 : 0);
  const { first, end } = useWindow(scroller, rowHeight, count);
  const openIndex = openId ? items.findIndex((item) => item.id === openId) : -1;
  const isNearEnd = end >= items.length - 20;

  useEffect(() => {
    // `moreFrom` is a dependency because a page may be too short to fill the list.
    if (moreFrom !== null && isNearEnd) onMore();
  }, [moreFrom, isNearEnd, onMore]);
  useEffect(() => {
    if (openIndex >= 0 && scroller.current) reveal(scroller.current, openIndex, rowHeight);
  }, [openIndex, scroller, rowHeight]);

  const isShown = openIndex >= first && openIndex < end;
  const rows = Array.from({ length: end - first }, (_, offset) => first + offset);
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Messages"
      aria-multiselectable="true"
      aria-activedescendant={isShown ? `${id}-${openId}` : undefined}
      tabIndex={0}
      onKeyDown={(event) => move(event, props)}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain contain-strict focus-visible:-outline-offset-2"
    >
      <div role="presentation" className="relative w-full" style={{ height: count * rowHeight }}>
        {rows.map((index) => {
          const item = items[index];
          if (!item) return <RowSkeleton key="more" at={index} density={density} />;
          return (
            <MessageRow
              key={item.id}
              id={`${id}-${item.id}`}
              item={item}
              provider={mailboxes.get(item.boxId)?.provider}
              isOpen={item.id === openId}
              isChosen={chosen.has(item.id)}
              chips={chips}
              namesRecipients={place.namesRecipients}
              namesMailbox={mailboxes.size > 1}
              density={density}
              isChoosing={isChoosing}
              position={index + 1}
              setSize={hasMore ? -1 : items.length}
              top={index * rowHeight}
              onPress={onPress}
              onChoose={onChoose}
              onStar={onStar}
            />
          );
        })}
      </div>
    </div>
  );
}

const steps: Record<string, Step> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 6,
  PageUp: -6,
  Home: "first",
  End: "last",
};

function move(event: KeyboardEvent, { onMove, onEnter }: MessageListProps) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const step = steps[event.key];
  if (step === undefined && event.key !== "Enter") return;
  event.preventDefault();
  if (step === undefined) onEnter();
  else onMove(step);
}

function RowSkeleton({ at, density }: { at: number; density: ListLook["density"] }): ReactNode {
  const height = rowHeights[density];
  return (
    <div
      role="presentation"
      className="absolute inset-x-0 top-0 flex items-center gap-3 px-4"
      style={{ transform: `translateY(${at * height}px)`, height }}
    >
      <Skeleton className="size-8 shrink-0 rounded-full" />
      <div className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3.5 w-full" />
        {density === "comfortable" && <Skeleton className="h-3.5 w-3/4" />}
      </div>
    </div>
  );
}

export function ListSkeleton({ density }: { density: ListLook["density"] }) {
  return (
    <div role="status" className="appear-late relative min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">Loading messages…</span>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <RowSkeleton key={row} at={row} density={density} />
      ))}
    </div>
  );
}
