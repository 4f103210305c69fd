import type { MailRule, RuleRun } from "@intellibox/contract/endpoints/mail-rules";
import { ruleOutcomes } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { dateTime } from "#lib/format.ts";
import { queryOf, type TableControl, useTableView } from "#lib/hooks/use-table-view.ts";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { Link } from "#lib/router/link.tsx";
import { mailboxesQuery } from "#api/inbox.ts";
import { type HistoryQuery, ruleHistoryQuery } from "#api/mail-rules.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { outcomeNames, outcomeTone } from "./rule-words.ts";
import { spanOf } from "./time-span.ts";
import { UndoDialog } from "./undo-dialog.tsx";
import { useUndoOne } from "./use-undo-one.ts";

const filters = ["ruleId", "mailboxId", "outcome", "from", "to"] as const;
type Filter = (typeof filters)[number];

const Outcome = ({ outcome }: Pick<RuleRun, "outcome">) => (
  <Badge tone={outcomeTone(outcome)}>{outcomeNames[outcome]}</Badge>
);

const subjectOf = ({ subject }: RuleRun) => subject || t("(no subject)");

const columns: Column<RuleRun>[] = [
  {
    key: "subject",
    label: t("Mail"),
    sortable: false,
    cell: (run) => (
      <StackedCell
        beneath={
          <>
            {run.did}
            <span className="mt-1 block">
              <Outcome {...run} />
            </span>
          </>
        }
      >
        <span dir="auto" title={subjectOf(run)} className="block max-w-44 truncate md:max-w-72">
          {subjectOf(run)}
        </span>
      </StackedCell>
    ),
  },
  {
    key: "from",
    label: t("From"),
    sortable: false,
    hideOnPhone: true,
    cell: ({ from }) => (
      <span dir="auto" className="block max-w-40 truncate">
        {from}
      </span>
    ),
  },
  {
    key: "ruleName",
    label: t("Rule"),
    sortable: false,
    hideOnPhone: true,
    cell: ({ ruleName }) => <span dir="auto">{ruleName}</span>,
  },
  { key: "did", label: t("Action"), sortable: false, hideOnPhone: true },
  { key: "at", label: t("When"), sortable: false, hideOnPhone: true, cell: ({ at }) => dateTime(at) },
  { key: "outcome", label: t("Outcome"), sortable: false, hideOnPhone: true, cell: Outcome },
];

/** Lists the actions that rules took on the user's mail, newest first. */
export function HistoryView({ rules }: { rules: readonly MailRule[] }) {
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  const view = useTableView({ limit: 20, filters });
  const found = useQuery(ruleHistoryQuery(historyQueryOf(view)));
  const [isAsking, setIsAsking] = useState(false);
  const undo = useUndoOne();
  const any = { value: "", label: t("Any") };
  const fields = [
    {
      name: "ruleId" as const,
      label: t("Rule"),
      options: [any, ...rules.map(({ id, name }) => ({ value: id, label: name }))],
    },
    {
      name: "mailboxId" as const,
      label: t("Mailbox"),
      options: [
        any,
        ...mailboxes.map(({ id, email, provider }) => ({ value: id, label: mailboxName(email, provider) })),
      ],
    },
    {
      name: "outcome" as const,
      label: t("Outcome"),
      options: [any, ...ruleOutcomes.map((value) => ({ value, label: outcomeNames[value] }))],
    },
    { name: "from" as const, label: t("Since"), type: "datetime-local" as const },
    { name: "to" as const, label: t("Until"), type: "datetime-local" as const },
  ];
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col">
        <ServerTable
          label={t("History of rules")}
          fields={fields}
          columns={columns}
          view={view}
          query={found}
          emptyWords={t("No rule has acted yet.")}
          rowKey={({ id }) => id}
          detail={(run) => <RunDetail run={run} onUndo={() => undo(run)} />}
          actions={(run) =>
            run.canUndo && (
              <IconButton
                size="icon-sm"
                label={t("Undo: {did}, {subject}", { did: run.did, subject: subjectOf(run) })}
                icon={<Undo2 className="size-4" aria-hidden="true" />}
                onClick={() => undo(run)}
              />
            )
          }
        />
        {(found.data?.total ?? 0) > 0 && (
          <div className="flex shrink-0 justify-end border-t border-line px-4 py-2 md:px-5">
            <Button icon={<Undo2 className="size-4" aria-hidden="true" />} onClick={() => setIsAsking(true)}>
              {t("Undo several…")}
            </Button>
          </div>
        )}
      </div>
      {isAsking && <UndoDialog rules={rules} start={view.filters} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** The address has the moments of the reader's clock, and the call has instants. */
function historyQueryOf({ page, limit, filters: { from, to, ...others } }: TableControl<Filter>): HistoryQuery {
  return { ...queryOf<HistoryQuery>({ page, limit, sort: null, filters: others }), ...spanOf(from, to) };
}

function RunDetail({ run, onUndo }: { run: RuleRun; onUndo: () => void }) {
  const facts: [string, string][] = [
    [t("Rule"), run.ruleId === null ? t("{name} (deleted)", { name: run.ruleName }) : run.ruleName],
    [t("Action"), run.did],
    [t("From"), run.from],
    [t("When"), dateTime(run.at)],
    [t("Why"), run.reasons.join(" · ")],
    ...(run.error ? [[t("Problem"), run.error] as [string, string]] : []),
  ];
  return (
    <div className="flex flex-col gap-3 whitespace-normal">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-text-3">{label}</dt>
            <dd dir="auto" className="min-w-0 text-text-2 [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        {run.mailboxId !== null ? (
          <Link to={`/inbox?message=${run.messageId}`} className="text-sm text-accent-text hover:underline">
            {t("Open the mail")}
          </Link>
        ) : (
          <span className="text-sm text-text-3">{t("The mail is gone.")}</span>
        )}
        {run.canUndo && (
          <Button size="sm" onClick={onUndo}>
            {t("Undo")}
          </Button>
        )}
      </div>
    </div>
  );
}
