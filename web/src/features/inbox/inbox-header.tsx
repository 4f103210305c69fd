import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { RefreshCw, Users } from "lucide-react";
import { type Ref, useId } from "react";
import { grouped } from "#lib/format.ts";
import { Button } from "#components/ui/button.tsx";
import { inboxSize } from "./mailbox-words.ts";
import { SearchBox } from "./search-box.tsx";

type InboxHeaderProps = {
  mailboxes: readonly ConnectedMailbox[] | undefined;
  query: string;
  onSearch: (text: string) => void;
  searchRef: Ref<HTMLInputElement>;
  isRefreshing: boolean;
  onRefresh: () => void;
  isSyncing: boolean;
  onSync: () => void;
  onSenders: () => void;
};

export function InboxHeader(props: InboxHeaderProps) {
  const { mailboxes, query, onSearch, searchRef, isRefreshing, onRefresh, isSyncing, onSync, onSenders } = props;
  const formId = useId();
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-1 md:px-5">
      <Counts mailboxes={mailboxes} isSearch={query !== ""} />
      <div className="flex min-w-0 flex-1 items-center gap-2 max-lg:basis-full lg:justify-end">
        <SearchBox value={query} onSearch={onSearch} inputRef={searchRef} formId={formId} />
        <Button type="submit" form={formId} size="field" className="max-md:sr-only max-md:focus-visible:not-sr-only">
          Search
        </Button>
        <Button
          size="field"
          icon={<Users className="size-4" aria-hidden="true" />}
          onClick={onSenders}
          className="max-xl:w-input max-xl:px-0"
        >
          <span className="max-xl:sr-only">Senders</span>
        </Button>
        <Button
          size="field"
          busy={isRefreshing}
          icon={<RefreshCw className="size-4" aria-hidden="true" />}
          onClick={onRefresh}
          className="max-lg:w-input max-lg:px-0"
        >
          <span className="max-lg:sr-only">Refresh</span>
        </Button>
        <Button size="field" busy={isSyncing} onClick={onSync} className="max-md:hidden">
          Sync
        </Button>
      </div>
    </header>
  );
}

/** The numbers of mailboxes and messages. During a search the list shows the number of results instead. */
function Counts({ mailboxes, isSearch }: Pick<InboxHeaderProps, "mailboxes"> & { isSearch: boolean }) {
  const messages = inboxSize(mailboxes ?? []);
  const boxes = mailboxes?.length ?? 0;
  return (
    <p className="text-sm whitespace-nowrap text-text-2 tabular-nums" aria-live="off">
      {mailboxes && (
        <>
          <span className="font-semibold text-text">{grouped(boxes)}</span> {boxes === 1 ? "mailbox" : "mailboxes"}{" "}
          <span className="max-md:hidden">connected </span>
          {!isSearch && (
            <>
              <span aria-hidden="true">· </span>
              <span className="font-semibold text-text">{grouped(messages)}</span>{" "}
              {messages === 1 ? "message" : "messages"}
            </>
          )}
        </>
      )}
    </p>
  );
}
