import type { MailMerge, MergeRecipient } from "@intellibox/contract/endpoints/mail-merges";
import { recipientFilters } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download } from "lucide-react";
import { dateTime, grouped } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { Link } from "#lib/router/link.tsx";
import { type RecipientsQuery, recipientsQuery, useSaveResults } from "#api/mail-merges.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { MergeActions } from "./merge-actions.tsx";
import { State } from "./merge-list.tsx";
import { filterWords, outcomeLooks, reasonOf, soon, titleOf, whenOf } from "./merge-words.ts";

const fields = [
  { name: "q", label: t("Search"), placeholder: t("Address") },
  {
    name: "show",
    label: t("Show"),
    options: [
      { value: "", label: t("All") },
      ...recipientFilters.map((value) => ({ value, label: filterWords[value] })),
    ],
  },
] as const;

const Outcome = ({ outcome }: Pick<MergeRecipient, "outcome">) => (
  <Badge tone={outcomeLooks[outcome].tone}>{outcomeLooks[outcome].word}</Badge>
);

/** "Opened 2 times, clicked, replied". */
function reactionOf({ opens, clicks, repliedAt, unsubscribedAt }: MergeRecipient) {
  const words = [
    opens > 0 && t("Opened"),
    clicks > 0 && t("Clicked"),
    repliedAt && t("Replied"),
    unsubscribedAt && t("Unsubscribed"),
  ];
  return words.filter(Boolean).join(", ");
}

const columns: Column<MergeRecipient>[] = [
  {
    key: "address",
    label: t("Recipient"),
    sortable: false,
    cell: (recipient) => (
      <StackedCell
        isAlone
        beneath={
          <>
            <span className="mt-1 flex items-center gap-2">
              <Outcome {...recipient} />
              <span className="truncate">{reactionOf(recipient)}</span>
            </span>
            {reasonOf(recipient) && <span className="mt-1 block whitespace-normal">{reasonOf(recipient)}</span>}
          </>
        }
      >
        <span title={recipient.address} className="block truncate max-md:max-w-72 md:max-w-80">
          {recipient.address}
        </span>
      </StackedCell>
    ),
  },
  { key: "outcome", label: t("Status"), sortable: false, hideOnPhone: true, cell: Outcome },
  {
    key: "sentAt",
    label: t("Sent"),
    sortable: false,
    hideOnPhone: true,
    cell: ({ sentAt }) => sentAt && dateTime(sentAt),
  },
  { key: "reaction", label: t("Reaction"), sortable: false, hideOnPhone: true, cell: reactionOf },
  {
    key: "reason",
    label: t("Reason"),
    sortable: false,
    hideOnPhone: true,
    cell: (recipient) => (
      <span title={reasonOf(recipient) ?? undefined} className="block max-w-80 truncate">
        {reasonOf(recipient)}
      </span>
    ),
  },
];

/** A mail merge that was started: its progress and the result of each recipient. */
export function MergeRun({ merge }: { merge: MailMerge }) {
  const view = useTableView({ limit: 20, filters: ["q", "show"] });
  const query = useQuery(recipientsQuery(merge.id, queryOf<RecipientsQuery>(view)));
  const save = useSaveResults(merge.id);
  return (
    <Page
      heading={titleOf(merge)}
      description={
        <span className="flex flex-wrap items-center gap-2">
          <State {...merge} /> {whenOf(merge)}
        </span>
      }
      actions={
        <>
          <Link to="/mail-merge" className={buttonClass()}>
            <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
            {t("All mail merges")}
          </Link>
          <MergeActions merge={merge} />
          <Button
            icon={<Download className="size-4" aria-hidden="true" />}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t("Export CSV")}
          </Button>
        </>
      }
    >
      <Progress merge={merge} />
      <ServerTable
        label={t("Recipients")}
        fields={fields}
        columns={columns}
        view={view}
        query={query}
        rowKey={({ id }) => id}
      />
    </Page>
  );
}

function Progress({ merge }: { merge: MailMerge }) {
  const { totals, pausedReason, waits } = merge;
  const all = totals.recipients - totals.leftOut;
  const done = totals.sent + totals.failed;
  const numbers: [string, number][] = [
    [t("Sent"), totals.sent],
    [t("Waiting"), totals.waiting + totals.sending],
    [t("Failed"), totals.failed],
    [t("Left out"), totals.leftOut],
    ...(merge.tracked
      ? ([
          [t("Opened"), totals.opened],
          [t("Clicked"), totals.clicked],
        ] satisfies [string, number][])
      : []),
    [t("Replied"), totals.replied],
    [t("Unsubscribed"), totals.unsubscribed],
  ];
  return (
    <div className="flex shrink-0 flex-col gap-3 border-b border-line px-4 py-3 md:px-5">
      {waits && (
        <Alert kind="info">
          {t("Waits for the limit of {count} recipients an hour. Goes on at {time}.", {
            count: grouped(waits.perHour),
            time: soon(waits.until),
          })}
        </Alert>
      )}
      {pausedReason && <Alert kind="warn">{pausedReason}</Alert>}
      <progress
        aria-label={t("Progress")}
        value={done}
        max={Math.max(all, 1)}
        className="h-2 w-full overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {numbers.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-xs text-text-3">{label}</dt>
            <dd className="font-medium tabular-nums">{grouped(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
