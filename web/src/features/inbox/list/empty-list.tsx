import type { MailView } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { Plug, SearchX } from "lucide-react";
import type { ThreadPage } from "#api/inbox-cache.ts";
import { Empty } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ListPlace } from "./list-place.ts";

type EmptyListProps = {
  page: ThreadPage;
  query: string;
  place: ListPlace;
  /** Only Important or Other is listed. */
  part: "important" | "other" | undefined;
  onSearch: (text: string) => void;
  onConnect: () => void;
  onMore: () => void;
};

/** Says why a list is empty, and offers the next step. */
export function EmptyList({ page, query, place, part, onSearch, onConnect, onMore }: EmptyListProps) {
  if (query && page.nextCursor !== null) {
    return (
      <Empty
        className="flex-1"
        icon={<SearchX className="size-7" strokeWidth={1.5} />}
        action={<Button onClick={onMore}>{t("Search older mail")}</Button>}
      >
        {t("No messages match so far. {notice}", { notice: page.notice })}
      </Empty>
    );
  }
  if (query) {
    return (
      <Empty
        className="flex-1"
        icon={<SearchX className="size-7" strokeWidth={1.5} />}
        action={<Button onClick={() => onSearch("")}>{t("Clear search")}</Button>}
      >
        {page.notice ?? t("No messages match this search.")}
      </Empty>
    );
  }
  if (part) {
    return (
      <Empty className="flex-1" icon={<place.Icon className="size-7" strokeWidth={1.5} />}>
        {part === "important" ? t("No important mail.") : t("No other mail.")}
      </Empty>
    );
  }
  if (!place.isInbox) {
    return (
      <Empty className="flex-1" icon={<place.Icon className="size-7" strokeWidth={1.5} />}>
        {place.isLoading && t("Its mail is being loaded from the server.")}
        {!place.isLoading && (place.view ? emptyWords[place.view] : t("This folder is empty."))}
      </Empty>
    );
  }
  return (
    <Empty
      className="flex-1"
      action={
        <Button icon={<Plug className="size-4" aria-hidden="true" />} onClick={onConnect}>
          {t("Connect a mailbox")}
        </Button>
      }
    >
      {emptyWords.inbox}
    </Empty>
  );
}

export const emptyWords: Record<MailView, string> = {
  inbox: t("No messages. Connect and sync to load emails."),
  starred: t("Nothing is starred yet."),
  snoozed: t("Nothing is snoozed."),
  sent: t("No sent mail yet."),
  drafts: t("No drafts. What you write is kept here until you send it."),
  archive: t("Nothing is archived yet."),
  junk: t("No spam."),
  trash: t("The trash is empty."),
  other: t("No mail in other folders."),
  all: t("No mail yet."),
};
