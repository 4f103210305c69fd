import type { MailMerge, MergeRecipient } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { grouped } from "#lib/format.ts";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { recipientsQuery, useChangeRecipient } from "#api/mail-merges.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { reasonOf } from "./merge-words.ts";

const limit = 20;

/** Everybody on the list of a draft, in pages. One can be removed before the start, and put back. */
export function RecipientList({ merge }: { merge: MailMerge }) {
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), 250);
  const [asked, setPage] = useState(1);
  const { data, error, refetch } = useQuery(recipientsQuery(merge.id, { limit, page: asked, ...(q && { q }) }));
  const change = useChangeRecipient(merge.id);
  const { items = [], total = 0 } = data ?? {};
  const pages = Math.max(1, Math.ceil(total / limit));
  // Another list may be shorter than the page that is shown.
  if (data && asked > pages) setPage(pages);
  return (
    <SectionPanel title={t("On the list")} hint={t("Remove whoever should not get this mail.")}>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <TextField
          label={t("Search recipients")}
          type="search"
          autoComplete="off"
          className="max-w-sm"
          placeholder={t("Address or value")}
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setPage(1);
          }}
        />
        {change.error && <Alert kind="bad">{messageOf(change.error)}</Alert>}
        {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-40 w-full" />}
        {data && (
          <>
            {items.length > 0 ? (
              <ul className="flex flex-col divide-y divide-line border-y border-line">
                {items.map((recipient) => (
                  <Row
                    key={recipient.id}
                    recipient={recipient}
                    columns={merge.columns.filter((name) => name !== merge.addressColumn)}
                    busy={change.isPending && change.variables.recipientId === recipient.id}
                    onLeaveOut={(leftOut) => change.mutate({ recipientId: recipient.id, leftOut })}
                  />
                ))}
              </ul>
            ) : (
              <p className="py-4 text-sm text-text-2">{t("No recipient matches “{q}”.", { q })}</p>
            )}
            <Pages {...{ total, pages }} page={Math.min(asked, pages)} shown={items.length} onPage={setPage} />
          </>
        )}
      </div>
    </SectionPanel>
  );
}

type RowProps = {
  recipient: MergeRecipient;
  /** Those of the values, in their order in the file. */
  columns: string[];
  busy: boolean;
  onLeaveOut: (leftOut: boolean) => void;
};

function Row({ recipient, columns, busy, onLeaveOut }: RowProps) {
  const { address, values, leftOut } = recipient;
  const details = leftOut ? reasonOf(recipient) : valuesIn(columns, values);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1 text-sm">
        <p title={address} className={classNames("truncate", leftOut ? "text-text-3 line-through" : "text-text")}>
          {address}
        </p>
        {details && (
          <p dir="auto" title={details} className="truncate text-xs text-text-3">
            {details}
          </p>
        )}
      </div>
      {leftOut === "chosen" && (
        <Button
          size="sm"
          busy={busy}
          aria-label={t("Put back {address}", { address })}
          onClick={() => onLeaveOut(false)}
        >
          {t("Put back")}
        </Button>
      )}
      {!leftOut && (
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          aria-label={t("Remove {address}", { address })}
          onClick={() => onLeaveOut(true)}
        >
          {t("Remove")}
        </Button>
      )}
    </li>
  );
}

const valuesIn = (columns: string[], values: MergeRecipient["values"]) =>
  columns
    .map((name) => values[name]?.trim())
    .filter(Boolean)
    .join(" · ");

type PagesProps = { page: number; pages: number; shown: number; total: number; onPage: (page: number) => void };

function Pages({ page, pages, shown, total, onPage }: PagesProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-text-2 tabular-nums">
      <p role="status" className="me-auto">
        {t("Showing {shown} of {total}", { shown: grouped(shown), total: grouped(total) })}
      </p>
      {pages > 1 && (
        <>
          <span>{t("Page {page} / {pages}", { page: grouped(page), pages: grouped(pages) })}</span>
          <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t("Prev")}
          </Button>
          <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t("Next")}
          </Button>
        </>
      )}
    </div>
  );
}
