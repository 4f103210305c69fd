import type { OutgoingMail, OutgoingState } from "@intellibox/contract/endpoints/own-mail";
import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { Link } from "react-router";
import { cut, dateTime } from "#lib/format.ts";
import { recipientsInWords } from "#lib/mail-fate.ts";
import { queryOf, useTableView } from "#lib/use-table-view.ts";
import { type OwnMailQuery, outboxQuery } from "#api/own-mail.ts";
import { Badge, type BadgeTone } from "#components/badge.tsx";
import { buttonClass } from "#components/button.tsx";
import type { Column } from "#components/data-table-head.tsx";
import { Page } from "#components/page.tsx";
import { ServerTable } from "#components/server-table.tsx";
import { StackedCell } from "#components/stacked-cell.tsx";
import { OutgoingActions } from "./outgoing-actions.tsx";

const looks: Record<OutgoingState, { word: string; tone: BadgeTone }> = {
  scheduled: { word: "Scheduled", tone: "accent" },
  waiting: { word: "Waiting", tone: "warn" },
  sending: { word: "Sending", tone: "neutral" },
  failed: { word: "Not sent", tone: "bad" },
  unconfirmed: { word: "Unconfirmed", tone: "bad" },
};
const fields = [{ name: "q", label: "Search", placeholder: "Subject or address" }] as const;

const columns: Column<OutgoingMail>[] = [
  {
    key: "subject",
    label: "Subject",
    sortable: false,
    cell: ({ subject, to, ...mail }) => (
      <StackedCell
        beneath={
          <>
            {recipientsInWords(to)}
            <span className="block truncate">
              {looks[mail.state].word} · {whenOf(mail)}
            </span>
          </>
        }
      >
        <span title={subject} className="block max-md:max-w-48 max-md:truncate">
          {cut(subject || "(no subject)", 60)}
        </span>
      </StackedCell>
    ),
  },
  { key: "to", label: "To", sortable: false, hideOnPhone: true, cell: ({ to }) => recipientsInWords(to) },
  {
    key: "state",
    label: "Status",
    sortable: false,
    hideOnPhone: true,
    cell: ({ state }) => <Badge tone={looks[state].tone}>{looks[state].word}</Badge>,
  },
  { key: "sendAt", label: "When", sortable: false, hideOnPhone: true, cell: whenOf },
];

/** Own mail that has not been sent: what is planned, what waits for its server, and what needs its sender. */
export function OutboxPage() {
  const view = useTableView({ limit: 20, filters: ["q"] });
  return (
    <Page heading="Outbox" description="Your mail that has not been sent yet. Only you see it.">
      <ServerTable
        label="Outbox"
        fields={fields}
        columns={columns}
        view={view}
        found={useQuery(outboxQuery(queryOf<OwnMailQuery>(view)))}
        rowKey={({ id }) => id}
        detail={(mail) => <OutgoingDetail mail={mail} />}
        actions={(mail) => <OutgoingActions mail={mail} look="row" />}
        emptyAction={
          <Link to="/compose" className={buttonClass()}>
            <PenLine className="size-4" aria-hidden="true" />
            Write a mail
          </Link>
        }
      />
    </Page>
  );
}

function whenOf({ state, sendAt, createdAt }: Pick<OutgoingMail, "state" | "sendAt" | "createdAt">) {
  if (state === "sending") return "Now";
  if (sendAt) return `${state === "waiting" ? "Next try " : ""}${dateTime(sendAt)}`;
  return dateTime(createdAt);
}

function OutgoingDetail({ mail }: { mail: OutgoingMail }) {
  const lines = [
    ["Subject", mail.subject || "(no subject)"],
    ["To", mail.to.join(", ")],
    ["Written", dateTime(mail.createdAt)],
    [mail.state === "waiting" ? "Next try" : "Planned for", mail.sendAt ? dateTime(mail.sendAt) : ""],
    [mail.state === "waiting" ? "Why it waits" : "Why it was not sent", mail.detail ?? ""],
  ].filter(([, value]) => value);
  return (
    <div className="flex max-w-3xl flex-col gap-4 py-1">
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]">
        {lines.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-text-3">{label}</dt>
            <dd className="min-w-0 text-text-2 [overflow-wrap:anywhere] max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <OutgoingActions mail={mail} look="detail" />
      </div>
    </div>
  );
}
