import { t } from "@intellibox/contract/text/t";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { classNames } from "#lib/class-names.ts";
import { cut } from "#lib/format.ts";
import { useRowKeys } from "#lib/hooks/use-row-keys.ts";
import type { TableControl } from "#lib/hooks/use-table-view.ts";
import { recipientsInWords } from "#lib/mail/mail-outcome.ts";
import type { DataTableProps } from "#components/table/data-table.tsx";
import type { Column } from "#components/table/data-table-head.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Page } from "#components/ui/page.tsx";

type OwnMail = { id: string; subject: string; to: string[] };

const fields = [{ name: "q", label: t("Search"), placeholder: t("Subject or address") }] as const;
export const subjectOf = ({ subject }: Pick<OwnMail, "subject">) => subject || "(no subject)";

/** The columns Subject and To. On phones everything else is below the subject. */
export const mailColumns = <Mail extends OwnMail>(
  beneath: (mail: Mail) => ReactNode,
  { hasActions }: { hasActions: boolean },
): Column<Mail>[] => [
  {
    key: "subject",
    label: t("Subject"),
    sortable: false,
    cell: (mail) => (
      <StackedCell
        isAlone={!hasActions}
        beneath={
          <>
            {recipientsInWords(mail.to)}
            {beneath(mail)}
          </>
        }
      >
        <span
          title={mail.subject}
          className={classNames("block max-md:truncate", hasActions ? "max-md:max-w-52" : "max-md:max-w-72")}
        >
          {cut(subjectOf(mail), 60)}
        </span>
      </StackedCell>
    ),
  },
  { key: "to", label: t("To"), sortable: false, hideOnPhone: true, cell: ({ to }) => recipientsInWords(to) },
];

/** A state and a time below the subject. */
export const Beneath = ({ state, children }: { state: ReactNode; children: ReactNode }) => (
  <span className="mt-1 flex items-center gap-2">
    {state}
    <span className="truncate">{children}</span>
  </span>
);

type OwnMailPageProps<Mail> = Pick<DataTableProps<Mail>, "columns" | "actions" | "emptyWords" | "emptyAction"> & {
  label: string;
  heading: string;
  description: string;
  view: TableControl<"q">;
  query: UseQueryResult<{ items: Mail[]; total: number }>;
  detail: (mail: Mail) => ReactNode;
};

/** A list of the user's own mail. */
export function OwnMailPage<Mail extends OwnMail>({ heading, description, ...table }: OwnMailPageProps<Mail>) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <Page heading={heading} description={description}>
      <div ref={list} className="contents">
        <ServerTable fields={fields} rowKey={({ id }) => id} {...table} />
      </div>
    </Page>
  );
}

/** The details of a mail. Lines without a value are left out. */
export function MailDetail({ lines, children }: { lines: readonly [string, string | null][]; children?: ReactNode }) {
  return (
    <div className="flex max-w-3xl flex-col gap-4 py-1">
      {children}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]">
        {lines
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-text-3">{label}</dt>
              <dd className="min-w-0 text-text-2 [overflow-wrap:anywhere] max-sm:mb-2">{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
