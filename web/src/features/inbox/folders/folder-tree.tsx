import { t } from "@intellibox/contract/text/t";
import { ChevronRight, Folder } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { endSide } from "#lib/direction.ts";
import { grouped } from "#lib/format.ts";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { barOf } from "#features/inbox/mailbox-words.ts";
import type { FolderRow } from "./folder-rows.ts";
import { places } from "./places.ts";
import { folderIcon, placeIcon } from "./views.ts";

export const notSyncedWords = t("Not synced yet: open to load");

type FolderTreeProps = {
  rows: readonly FolderRow[];
  /** The id of the line whose list is shown. */
  shownId: string;
  onShow: (row: FolderRow) => void;
  onToggle: (id: string) => void;
};

/** The tree of the ARIA guide: one tab stop, the arrow keys move, open and close, and Enter shows a folder. */
export function FolderTree({ rows, shownId, onShow, onToggle }: FolderTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState("");
  // The tab stop: the last focused line, else the shown one, else the first.
  const stop = [focusedId, shownId].find((wanted) => rows.some(({ id }) => id === wanted)) ?? rows[0]?.id;

  const focusAt = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setFocusedId(row.id);
    tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus();
  };
  const choose = (row: FolderRow) => {
    if (row.kind === "place" || row.kind === "folder") onShow(row);
    else if (row.isOpen !== undefined) onToggle(row.id);
  };
  const press = (event: KeyboardEvent, index: number) => {
    const row = rows[index];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const parent = rows.slice(0, index).findLastIndex(({ level }) => level < row.level);
    const steps: Record<string, () => void> = {
      ArrowDown: () => focusAt(index + 1),
      ArrowUp: () => focusAt(index - 1),
      Home: () => focusAt(0),
      End: () => focusAt(rows.length - 1),
      [endSide() === "right" ? "ArrowRight" : "ArrowLeft"]: () =>
        row.isOpen === false ? onToggle(row.id) : row.isOpen && focusAt(index + 1),
      [endSide() === "right" ? "ArrowLeft" : "ArrowRight"]: () =>
        row.isOpen ? onToggle(row.id) : parent >= 0 && focusAt(parent),
      Enter: () => choose(row),
      " ": () => choose(row),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };

  return (
    <div ref={tree} role="tree" aria-label={t("Folders")} className="flex flex-col pt-0.5">
      {rows.map((row, index) => {
        const isShown = row.id === shownId;
        const line = (
          <div
            key={row.id}
            role="treeitem"
            data-row={row.id}
            aria-level={row.level}
            aria-selected={isShown}
            aria-expanded={row.isOpen}
            tabIndex={row.id === stop ? 0 : -1}
            title={titleOf(row)}
            onFocus={() => setFocusedId(row.id)}
            onClick={() => choose(row)}
            onKeyDown={(event) => press(event, index)}
            style={{ paddingInlineStart: 10 + row.level * 12 }}
            className={classNames(
              "flex min-h-7.5 shrink-0 cursor-pointer items-center gap-2 rounded-control pe-2.5 text-sm select-none focus-visible:-outline-offset-2 max-md:text-base pointer-coarse:min-h-11",
              isShown
                ? "bg-surface font-medium text-text shadow-raised dark:bg-hover"
                : "text-text-2 hover:bg-hover hover:text-text",
              row.kind === "mailbox" && "mt-1.5 text-xs font-medium text-text-3",
              row.kind === "folder" && !row.folder.isFollowed && !isShown && "text-text-3 italic",
            )}
          >
            <RowLook row={row} isShown={isShown} onToggle={onToggle} />
          </div>
        );
        if (row.kind !== "place") return line;
        return (
          <Tooltip key={row.id} text={row.name} keys={places[row.place].keys} side={endSide()}>
            {line}
          </Tooltip>
        );
      })}
    </div>
  );
}

const titleOf = (row: FolderRow) => {
  // The tooltip of a place names it.
  if (row.kind === "place") return undefined;
  return row.kind === "mailbox"
    ? mailboxName(row.mailbox.email, row.mailbox.provider, row.mailbox.name)
    : row.kind === "folder" && !row.folder.isFollowed
      ? t("{name}. Not synced yet: open to load", { name: row.name })
      : row.name;
};

type RowLookProps = { row: FolderRow; isShown: boolean; onToggle: (id: string) => void };

function RowLook({ row, isShown, onToggle }: RowLookProps) {
  const Icon = iconOf(row);
  return (
    <>
      {row.kind === "mailbox" && (
        <span aria-hidden="true" className={classNames("mx-1 size-2 rounded-full", barOf(row.mailbox))} />
      )}
      {Icon && (
        <Icon
          aria-hidden="true"
          strokeWidth={1.75}
          className={classNames("size-4 shrink-0", isShown ? "text-accent-text" : "text-text-3")}
        />
      )}
      <span className="min-w-0 flex-1 truncate">{row.name}</span>
      {row.kind === "folder" && !row.folder.isFollowed && <span className="sr-only">. {notSyncedWords}</span>}
      {row.count > 0 && (
        <span className="text-xs text-text-3 not-italic tabular-nums">
          <span aria-hidden="true">{grouped(row.count)}</span>
          <span className="sr-only"> {countWords(row)}</span>
        </span>
      )}
      {row.isOpen !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the arrow keys of the tree do the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <span
          className="-me-1 flex size-6 items-center justify-center rounded-item hover:bg-active"
          onClick={(event) => {
            event.stopPropagation();
            onToggle(row.id);
          }}
        >
          <ChevronRight
            aria-hidden="true"
            className={classNames("size-3.5 transition-transform", row.isOpen && "rotate-90 rtl:-rotate-90")}
          />
        </span>
      )}
    </>
  );
}

const iconOf = (row: FolderRow) => {
  if (row.kind === "place") return placeIcon(row.place);
  if (row.kind === "folder") return folderIcon(row.folder);
  return row.kind === "holder" ? Folder : undefined;
};

function countWords(row: FolderRow) {
  const { count } = row;
  if (row.kind === "place" && row.place === "followUps") return t("{count} due", { count });
  return row.kind === "place" || (row.kind === "folder" && row.folder.role === "drafts")
    ? t("{count, plural, one {# message} other {# messages}}", { count })
    : t("{count} unread", { count });
}
