import type { SentMail } from "@intellibox/contract/endpoints/own-mail";
import { useQuery } from "@tanstack/react-query";
import { engagementInWords } from "#lib/engagement.ts";
import { cut, dateTime, grouped } from "#lib/format.ts";
import { recipientsInWords } from "#lib/mail-fate.ts";
import { queryOf, useTableView } from "#lib/use-table-view.ts";
import { type OwnMailQuery, sentQuery } from "#api/own-mail.ts";
import { Alert } from "#components/alert.tsx";
import { Badge } from "#components/badge.tsx";
import type { Column } from "#components/data-table-head.tsx";
import { Page } from "#components/page.tsx";
import { ServerTable } from "#components/server-table.tsx";
import { StackedCell } from "#components/stacked-cell.tsx";

const fields = [{ name: "q", label: "Search", placeholder: "Subject or address" }] as const;

const columns: Column<SentMail>[] = [
  {
    key: "subject",
    label: "Subject",
    sortable: false,
    cell: ({ subject, to, ...mail }) => (
      <StackedCell
        beneath={
          <>
            {recipientsInWords(to)}
            <span className="block truncate">{dateTime(mail.sentAt)}</span>
            <span className="block truncate">{engagementInWords(mail)}</span>
          </>
        }
      >
        <span title={subject} className="block max-md:max-w-72 max-md:truncate">
          {cut(subject || "(no subject)", 60)}
        </span>
      </StackedCell>
    ),
  },
  { key: "to", label: "To", sortable: false, hideOnPhone: true, cell: ({ to }) => recipientsInWords(to) },
  { key: "sentAt", label: "Sent", sortable: false, hideOnPhone: true, cell: ({ sentAt }) => dateTime(sentAt) },
  { key: "status", label: "Status", sortable: false, hideOnPhone: true, cell: statusOf },
  {
    key: "opens",
    label: "Opens",
    sortable: false,
    hideOnPhone: true,
    align: "end",
    cell: ({ tracked, opens }) => countOf(tracked, opens),
  },
  {
    key: "clicks",
    label: "Clicks",
    sortable: false,
    hideOnPhone: true,
    align: "end",
    cell: ({ tracked, clicks }) => countOf(tracked, clicks),
  },
];

/** Own mail that was sent, with opens and clicks where it was tracked. */
export function SentPage() {
  const view = useTableView({ limit: 20, filters: ["q"] });
  return (
    <Page heading="Sent mail" description="Mail you sent. Opens and clicks are counted where you chose to track them.">
      <ServerTable
        label="Sent"
        fields={fields}
        columns={columns}
        view={view}
        found={useQuery(sentQuery(queryOf<OwnMailQuery>(view)))}
        rowKey={({ id }) => id}
        detail={(mail) => <SentDetail mail={mail} />}
      />
    </Page>
  );
}

function statusOf({ note }: SentMail) {
  const isPartial = note?.startsWith("Not delivered");
  return <Badge tone={isPartial ? "warn" : "ok"}>{isPartial ? "Partly sent" : "Sent"}</Badge>;
}

/** A dash: nothing was counted, which is not none. */
const countOf = (tracked: boolean, count: number) =>
  tracked ? (
    grouped(count)
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not tracked</span>
    </>
  );

function SentDetail({ mail }: { mail: SentMail }) {
  const lines = [
    ["Subject", mail.subject || "(no subject)"],
    ["To", mail.to.join(", ")],
    ["Sent", dateTime(mail.sentAt)],
    ["Opens and clicks", engagementInWords(mail)],
    ["Message id", mail.messageId],
  ];
  return (
    <div className="flex max-w-3xl flex-col gap-3 py-1">
      {mail.note && <Alert kind={mail.note.startsWith("Not delivered") ? "warn" : "info"}>{mail.note}</Alert>}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]">
        {lines.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-text-3">{label}</dt>
            <dd className="min-w-0 text-text-2 [overflow-wrap:anywhere] max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
