import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { Users } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";
import { classNames } from "#lib/class-names.ts";
import { rich } from "#lib/rich.ts";
import { Button } from "#components/ui/button.tsx";
import { inboxSize } from "./mailbox-words.ts";
import { SearchBox } from "./search-box.tsx";

type InboxHeaderProps = {
  query: string;
  onSearch: (text: string) => void;
  searchRef: Ref<HTMLInputElement>;
  onSenders: () => void;
  /** The control that brings the newest mail. */
  refresh: ReactNode;
};

/** The search over the whole width, and what belongs to all tabs. */
export function InboxHeader({ query, onSearch, searchRef, onSenders, refresh }: InboxHeaderProps) {
  const formId = useId();
  return (
    <header className="flex shrink-0 items-center gap-2 px-4 pt-3 pb-1 md:px-5">
      <SearchBox value={query} onSearch={onSearch} inputRef={searchRef} formId={formId} />
      <Button type="submit" form={formId} size="field" className="max-md:sr-only max-md:focus-visible:not-sr-only">
        {t("Search")}
      </Button>
      <Button
        size="field"
        icon={<Users className="size-4" aria-hidden="true" />}
        onClick={onSenders}
        className="max-xl:w-input max-xl:px-0"
      >
        <span className="max-xl:sr-only">{t("Senders")}</span>
      </Button>
      {refresh}
    </header>
  );
}

type InboxCountsProps = {
  mailboxes: readonly ConnectedMailbox[] | undefined;
  /** During a search the list shows the number of results instead of that of the messages. */
  isSearch: boolean;
  className?: string;
};

/** The numbers of mailboxes and messages. */
export function InboxCounts({ mailboxes, isSearch, className = "" }: InboxCountsProps) {
  const messages = inboxSize(mailboxes ?? []);
  const boxes = mailboxes?.length ?? 0;
  return (
    <p className={classNames("shrink-0 text-xs whitespace-nowrap text-text-3 tabular-nums", className)} aria-live="off">
      {mailboxes && (
        <>
          {rich(
            "{count, plural, one {# mailbox} other {# mailboxes}} <wide>connected</wide>",
            { wide: (text) => <span className="max-lg:hidden">{text}</span> },
            { count: boxes },
          )}
          {!isSearch && (
            <>
              <span aria-hidden="true"> · </span>
              {t("{count, plural, one {# message} other {# messages}}", { count: messages })}
            </>
          )}
        </>
      )}
    </p>
  );
}
