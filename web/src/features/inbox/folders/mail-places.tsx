import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { classNames } from "#lib/class-names.ts";
import { endSide } from "#lib/direction.ts";
import { grouped } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { useLocation, useNavigate } from "#lib/router/router.tsx";
import { followUpsQuery, useLiveFollowUps } from "#api/follow-ups.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { foldersQuery } from "#api/mail-folders.ts";
import { outboxSummaryQuery } from "#api/own-mail.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useCollapsedFolders } from "./collapsed-folders.ts";
import { type FolderRow, mailboxRows, placeRows } from "./folder-rows.ts";
import { FolderTree } from "./folder-tree.tsx";
import { places, shownPlace } from "./places.ts";
import { placeIcon } from "./views.ts";

type MailPlacesProps = {
  /** Shows icons only. */
  isRail: boolean;
  onNavigate: (() => void) | undefined;
};

/** The places of mail below the menu's Inbox: lists over all mailboxes, then the folders and labels of each mailbox. */
export function MailPlaces({ isRail, onNavigate }: MailPlacesProps) {
  const { data, error, refetch } = useQuery(foldersQuery);
  const { data: mailboxes } = useQuery(mailboxesQuery);
  const counts = useOwnCounts();
  const { collapsed, toggle } = useCollapsedFolders();
  const navigate = useNavigate();
  const shownId = shownPlace(useLocation());
  if (!data) {
    if (isRail) return null;
    return error ? <Failed message={error.message} onRetry={() => void refetch()} /> : <PlacesSkeleton />;
  }
  const rows = placeRows({ ...data.unified, ...counts });
  if (isRail) return <PlaceIcons rows={rows} shownId={shownId} />;
  const show = (row: FolderRow) => {
    onNavigate?.();
    if (row.kind === "place") void navigate(places[row.place].path);
    else if (row.kind === "folder") void navigate(`/inbox?${new URLSearchParams({ folderId: row.folder.id })}`);
  };
  return (
    <FolderTree
      rows={[...rows, ...mailboxRows(data, mailboxes ?? [], collapsed)]}
      shownId={shownId}
      onShow={show}
      onToggle={toggle}
    />
  );
}

/** The numbers of scheduled mails and of follow-ups. Without them the places are shown without a number. */
function useOwnCounts() {
  const { data: outbox } = useQuery(outboxSummaryQuery);
  const { data: followUps } = useQuery({ ...followUpsQuery, retry: false });
  useLiveFollowUps();
  const of = (messages = 0) => ({ messages, unread: 0 });
  return { scheduled: of(outbox?.scheduled), followUps: of(followUps?.length) };
}

function PlaceIcons({ rows, shownId }: { rows: readonly FolderRow[]; shownId: string }) {
  return (
    <ul className="mt-0.5 flex flex-col gap-0.5">
      {rows.map((row) => {
        if (row.kind !== "place") return null;
        const { keys, path } = places[row.place];
        const Icon = placeIcon(row.place);
        const isShown = row.id === shownId;
        const label = row.count > 0 ? `${row.name}, ${grouped(row.count)}` : row.name;
        return (
          <li key={row.id}>
            <Tooltip text={label} keys={keys} side={endSide()}>
              <Link
                to={path}
                aria-label={label}
                aria-current={isShown ? "page" : undefined}
                className={classNames(
                  "flex h-8 w-10 items-center justify-center rounded-control focus-visible:-outline-offset-2",
                  isShown
                    ? "bg-surface text-accent-text shadow-raised dark:bg-hover"
                    : "text-text-3 hover:bg-hover hover:text-text-2",
                )}
              >
                <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
              </Link>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

function PlacesSkeleton() {
  return (
    <div role="status" className="appear-late flex flex-col gap-3.5 py-2 ps-8">
      <span className="sr-only">{t("Loading folders…")}</span>
      {["w-24", "w-28", "w-20", "w-16", "w-32", "w-14"].map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}
