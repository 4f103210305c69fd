import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
} from "react";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { Skeleton } from "#components/ui/async-states.tsx";
import { barOf, type Mailboxes } from "#features/inbox/mailbox-words.ts";
import type { Step } from "#features/inbox/neighbour.ts";
import { type DateGroup, groupByDate } from "./date-groups.ts";
import { type ListLook, rowHeights } from "./list-look.ts";
import type { ListPlace } from "./list-place.ts";
import { MessageRow } from "./message-row.tsx";
import type { RowChips } from "./row-chips.ts";
import { reveal, topOf, useWindow } from "./use-window.ts";

type MessageListProps = {
  items: readonly ThreadItem[];
  mailboxes: Mailboxes;
  /** The row of the open message. */
  openId: string;
  density: ListLook["density"];
  chosen: ReadonlySet<string>;
  /** The chips of a row. */
  chips: RowChips;
  place: Pick<ListPlace, "namesRecipients" | "datedBy">;
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
  const today = new Date().toDateString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of the groups change at midnight
  const groups = useMemo(() => groupsOf(items, place.datedBy), [items, place.datedBy, today]);
  const layout = useMemo(() => {
    const heads = groups.filter(({ label }) => label).map(({ start }) => start);
    return { rowHeight, headHeight, heads };
  }, [groups, rowHeight]);
  const { first, end } = useWindow(scroller, layout, count);
  const openIndex = openId ? items.findIndex((item) => item.id === openId) : -1;
  const isNearEnd = end >= items.length - 20;

  useEffect(() => {
    // `moreFrom` is a dependency because a page may be too short to fill the list.
    if (moreFrom !== null && isNearEnd) onMore();
  }, [moreFrom, isNearEnd, onMore]);
  const revealOpen = useEffectEvent(() => {
    if (openIndex >= 0 && scroller.current) reveal(scroller.current, openIndex, layout);
  });
  // Not if the layout changes, which every further page does: the reader may have scrolled away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is revealed if it moves or if the rows change their height
  useEffect(() => revealOpen(), [openIndex, rowHeight]);

  const isShown = openIndex >= first && openIndex < end;
  const shown = groups.filter((group) => group.start < end && group.end > first);
  return (
    <div className={frameClass}>
      <div
        ref={scroller}
        role="listbox"
        aria-label={t("Messages")}
        aria-multiselectable="true"
        aria-activedescendant={isShown ? `${id}-${openId}` : undefined}
        tabIndex={0}
        onKeyDown={(event) => move(event, props)}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain contain-strict outline-none"
      >
        <div role="presentation" className="relative w-full" style={{ height: topOf(layout, count - 1) + rowHeight }}>
          {shown.map((group) => {
            const { label, start } = group;
            const top = topOf(layout, start) - (label ? headHeight : 0);
            const rows = { from: Math.max(first, start), to: Math.min(end, group.end) };
            return (
              <DatedRows
                key={`${label} ${start}`}
                label={label}
                top={top}
                height={topOf(layout, group.end - 1) + rowHeight - top}
              >
                {items.slice(rows.from, rows.to).map((item, offset) => {
                  const index = rows.from + offset;
                  const box = mailboxes.get(item.boxId);
                  return (
                    <MessageRow
                      key={item.id}
                      id={`${id}-${item.id}`}
                      item={item}
                      bar={barOf(box)}
                      boxName={box?.name || mailboxName(item.account, box?.provider)}
                      isOpen={item.id === openId}
                      isChosen={chosen.has(item.id)}
                      chips={chips}
                      namesRecipients={place.namesRecipients}
                      namesMailbox={mailboxes.size > 1}
                      density={density}
                      isChoosing={isChoosing}
                      position={index + 1}
                      setSize={hasMore ? -1 : items.length}
                      top={topOf(layout, index) - top}
                      onPress={onPress}
                      onChoose={onChoose}
                      onStar={onStar}
                    />
                  );
                })}
              </DatedRows>
            );
          })}
          {hasMore && end > items.length && <RowSkeleton top={topOf(layout, items.length)} density={density} />}
        </div>
      </div>
    </div>
  );
}

/** The ring of the focus is drawn above the list: an outline of the list itself is below its rows and heads. */
const frameClass =
  "relative flex min-h-0 flex-1 flex-col has-[>:focus-visible]:after:pointer-events-none has-[>:focus-visible]:after:absolute has-[>:focus-visible]:after:inset-0 has-[>:focus-visible]:after:z-10 has-[>:focus-visible]:after:border-2 has-[>:focus-visible]:after:border-focus";

/** In pixels. */
const headHeight = 28;

/** A list that is not in the order of dates has one group without a name. */
function groupsOf(items: readonly ThreadItem[], datedBy: ListPlace["datedBy"]): DateGroup[] {
  if (!datedBy) return [{ label: "", start: 0, end: items.length }];
  const moments = items.map(({ date, wokenAt }) => (datedBy === "return" ? (wokenAt ?? date) : date));
  return groupByDate(moments, new Date());
}

type DatedRowsProps = { label: string; top: number; height: number; children: ReactNode };

/** The rows of a day, a week, a month or a year. Its name stays at the top of the list as long as it has rows in view. */
function DatedRows({ label, top, height, children }: DatedRowsProps) {
  const id = useId();
  const place = { className: "absolute inset-x-0", style: { top, height } };
  if (!label)
    return (
      <div role="presentation" {...place}>
        {children}
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options of a list box, which has no element
    <div role="group" aria-labelledby={id} {...place}>
      <div
        id={id}
        role="presentation"
        data-date-group
        className="sticky top-0 z-[5] flex items-center border-b border-line bg-surface px-4 text-xs font-medium text-text-3"
        style={{ height: headHeight }}
      >
        {label}
      </div>
      {children}
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

function RowSkeleton({ top, density }: { top: number; density: ListLook["density"] }): ReactNode {
  const height = rowHeights[density];
  return (
    <div
      role="presentation"
      className="absolute inset-x-0 top-0 flex items-center gap-3 px-4"
      style={{ transform: `translateY(${top}px)`, height }}
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

type ListSkeletonProps = { density: ListLook["density"]; place: Pick<ListPlace, "datedBy"> };

export function ListSkeleton({ density, place }: ListSkeletonProps) {
  const first = place.datedBy ? headHeight : 0;
  return (
    <div role="status" className="appear-late relative min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">{t("Loading messages…")}</span>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <RowSkeleton key={row} top={first + row * rowHeights[density]} density={density} />
      ))}
    </div>
  );
}
