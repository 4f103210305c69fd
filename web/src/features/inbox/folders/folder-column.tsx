import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import type { MailView } from "@intellibox/contract/rules/folders";
import { useQuery } from "@tanstack/react-query";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { classNames } from "#lib/class-names.ts";
import { grouped } from "#lib/format.ts";
import { foldersQuery } from "#api/mail-folders.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useCollapsedFolders, useFolderRail } from "./collapsed-folders.ts";
import { type FolderRow, mailboxRows, viewRows } from "./folder-rows.ts";
import { FolderTree } from "./folder-tree.tsx";
import { views } from "./views.ts";

export type FolderPlace = {
  view: MailView;
  folderId: string;
  showView: (view: MailView) => void;
  showFolder: (id: string) => void;
};

type FoldersProps = { place: FolderPlace; mailboxes: readonly ConnectedMailbox[] };

/** The folder column beside the list, from 1024 px on. It can be collapsed to the icons of the unified views. */
export function FolderColumn({ place, mailboxes }: FoldersProps) {
  const { isRail, change } = useFolderRail();
  const Icon = isRail ? PanelLeftOpen : PanelLeftClose;
  const label = isRail ? "Show folder names" : "Show icons only";
  return (
    <nav
      aria-label="Folders"
      data-folder-column={isRail ? "icons" : "names"}
      className={classNames(
        "flex min-h-0 shrink-0 flex-col border-r border-line max-lg:hidden",
        isRail ? "w-12" : "w-[196px]",
      )}
    >
      <div className={classNames("flex h-12 shrink-0 items-center", isRail ? "justify-center" : "pr-2 pl-4")}>
        {!isRail && <h2 className="flex-1 text-xs font-medium text-text-3">Folders</h2>}
        <Tooltip text={label}>
          <IconButton
            size="icon-sm"
            label={label}
            icon={<Icon className="size-4" aria-hidden="true" />}
            onClick={() => change(!isRail)}
          />
        </Tooltip>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {isRail ? <ViewRail place={place} /> : <Folders place={place} mailboxes={mailboxes} />}
      </div>
    </nav>
  );
}

/** The same folders as a sheet, below 1024 px. */
export function FolderSheet({ place, mailboxes, onClose }: FoldersProps & { onClose: () => void }) {
  const closing = {
    ...place,
    showView: (view: MailView) => {
      onClose();
      place.showView(view);
    },
    showFolder: (id: string) => {
      onClose();
      place.showFolder(id);
    },
  };
  return (
    <Modal title="Folders" width="sm" onClose={onClose} bodyClass="px-2 md:px-3">
      <Folders place={closing} mailboxes={mailboxes} />
    </Modal>
  );
}

function Folders({ place, mailboxes }: FoldersProps) {
  const { data, error, refetch } = useQuery(foldersQuery);
  const { collapsed, toggle } = useCollapsedFolders();
  if (!data) {
    return error ? <Failed message={error.message} onRetry={() => void refetch()} /> : <FoldersSkeleton />;
  }
  const show = (row: FolderRow) => {
    if (row.kind === "view") place.showView(row.view);
    else if (row.kind === "folder") place.showFolder(row.folder.id);
  };
  return (
    <FolderTree
      rows={[...viewRows(data.unified), ...mailboxRows(data, mailboxes, collapsed)]}
      shownId={place.folderId || place.view}
      onShow={show}
      onToggle={toggle}
    />
  );
}

function ViewRail({ place }: Pick<FoldersProps, "place">) {
  const { data } = useQuery(foldersQuery);
  const rows = viewRows(data?.unified ?? {});
  return (
    <ul className="flex flex-col items-center gap-0.5 pb-3">
      {rows.map((row) => {
        if (row.kind !== "view") return null;
        const { Icon, keys } = views[row.view];
        const isShown = !place.folderId && place.view === row.view;
        const label = row.count > 0 ? `${row.name}, ${grouped(row.count)}` : row.name;
        return (
          <li key={row.id} className="relative">
            <Tooltip text={label} keys={keys} side="right">
              <IconButton
                label={label}
                aria-current={isShown ? "page" : undefined}
                icon={<Icon className={classNames("size-4", isShown && "text-accent-text")} aria-hidden="true" />}
                onClick={() => place.showView(row.view)}
                className={isShown ? "bg-selected" : ""}
              />
            </Tooltip>
            {row.count > 0 && row.view === "inbox" && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-accent ring-2 ring-surface"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function FoldersSkeleton() {
  return (
    <div role="status" className="appear-late flex flex-col gap-3.5 px-4 pt-2">
      <span className="sr-only">Loading folders…</span>
      {["w-24", "w-28", "w-20", "w-16", "w-32", "w-14"].map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}
