import { t } from "@intellibox/contract/text/t";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, lazy, Suspense } from "react";
import { usePreload } from "#lib/hooks/use-preload.ts";
import type { ThreadPage } from "#api/inbox-cache.ts";
import { Failed } from "#components/ui/async-states.tsx";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { loadedLater, untilLoaded } from "#components/ui/loaded-later.tsx";
import { SearchChips } from "#features/inbox/search-box.tsx";
import type { ListPlace } from "./list-place.ts";
import { ListSkeleton, MessageList } from "./message-list.tsx";
import { SyncProgress } from "./sync-progress.tsx";
import { missingWords } from "./sync-words.ts";

const PartTabs = loadedLater(
  () => import("#features/inbox/priority/part-tabs.tsx").then((m) => m.PartTabs),
  <div className="h-9 shrink-0 border-b border-line pointer-coarse:h-12" />,
);
const FollowUps = lazy(() =>
  import("#features/inbox/follow-ups/follow-ups.tsx").then((m) => ({ default: m.FollowUps })),
);

const OwnDrafts = lazy(() => import("./own-drafts.tsx").then((m) => ({ default: m.OwnDrafts })));
const EmptyList = loadedLater(untilLoaded(() => import("./empty-list.tsx").then((m) => m.EmptyList)));

type ListPaneProps = Omit<ComponentProps<typeof MessageList>, "items" | "moreFrom"> & {
  list: UseQueryResult<ThreadPage>;
  query: string;
  place: ListPlace;
  onSearch: (text: string) => void;
  onConnect: () => void;
} & ComponentProps<typeof PartTabs>;

/** The list in its four states (loading, failed, empty, filled), with the search's chips above and the key hints below. */
export function ListPane({ list, query, place, part, onPart, onSearch, onConnect, ...rest }: ListPaneProps) {
  const { data, error, refetch } = list;
  const isEmpty = data?.items.length === 0;
  const showsOwnDrafts = !query && place.isDrafts;
  usePreload(EmptyList.preload);
  return (
    <section aria-label={t("Message list")} className="flex min-h-0 flex-1 flex-col">
      <PlaceHeading place={place} />
      <SearchChips query={query} onSearch={onSearch} />
      {!query && place.isInbox && <PartTabs part={part} onPart={onPart} />}
      {!query && place.isInbox && !part && (
        <Suspense fallback={null}>
          <FollowUps />
        </Suspense>
      )}
      {showsOwnDrafts && (
        <Suspense fallback={null}>
          <OwnDrafts isAlone={isEmpty} />
        </Suspense>
      )}
      {query && data && <SearchWords page={data} missing={missingWords([...rest.mailboxes.values()])} />}
      <div className={isEmpty && showsOwnDrafts ? "relative" : "relative flex min-h-0 flex-1 flex-col"}>
        {!data && !error && <ListSkeleton density={rest.density} place={place} />}
        {!data && error && <Failed message={error.message} onRetry={() => void refetch()} className="flex-1" />}
        {data && isEmpty && !showsOwnDrafts && (
          <EmptyList {...{ query, place, part, onSearch, onConnect }} page={data} onMore={rest.onMore} />
        )}
        {data && data.items.length > 0 && (
          <MessageList {...rest} place={place} items={data.items} moreFrom={data.nextCursor} />
        )}
        <SyncProgress mailboxes={[...rest.mailboxes.values()]} />
      </div>
      <KeyHints />
    </section>
  );
}

/** The name of the shown folder. The inbox needs none: it is the page's own list. */
function PlaceHeading({ place: { name, Icon, mailbox, isInbox } }: { place: ListPlace }) {
  if (isInbox) return null;
  return (
    <h2 className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-4 text-sm font-medium text-text">
      <Icon className="size-4 shrink-0 text-text-3" aria-hidden="true" />
      <span className="min-w-0 truncate">{name}</span>
      {mailbox && <span className="min-w-0 flex-1 truncate text-xs font-normal text-text-3">{mailbox}</span>}
    </h2>
  );
}

type SearchWordsProps = { page: ThreadPage; missing: string | undefined };

/** The number of results, and the notice about ignored words. Without results the empty list shows the notice instead. */
function SearchWords({ page: { items, nextCursor, partial, notice, total }, missing }: SearchWordsProps) {
  const count = total ?? items.length;
  const words = [
    items.length > 0 &&
      (nextCursor === null
        ? t("{count, plural, one {# result.} other {# results.}}", { count })
        : t("{count, plural, one {#+ result.} other {#+ results.}}", { count })),
    items.length > 0 && notice,
    partial && t("These words are very common: only the newest mail was searched."),
    missing,
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <p role="status" className="shrink-0 border-b border-line px-4 py-1.5 text-xs text-text-3">
      {words.join(" ")}
    </p>
  );
}

const hints = [
  { keys: ["j", "k"], words: t("move") },
  { keys: ["r"], words: t("reply") },
  { keys: ["e"], words: t("archive") },
  { keys: ["#"], words: t("delete") },
];

function KeyHints() {
  return (
    <p
      aria-hidden="true"
      className="flex h-9 shrink-0 items-center gap-3.5 overflow-hidden border-t border-line px-4 text-xs text-text-3 max-md:hidden pointer-coarse:hidden"
    >
      {hints.map(({ keys, words }) => (
        <span key={words} className="flex shrink-0 items-center gap-1.5">
          {keys.map((key) => (
            <KeyCaps key={key} keys={key} />
          ))}
          {words}
        </span>
      ))}
    </p>
  );
}
