import type { ListedPerson } from "@intellibox/contract/endpoints/people";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Combine, Download, FileSpreadsheet, Mail, Plus, Upload, UsersRound } from "lucide-react";
import { useState } from "react";
import { dayMonthYear } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { nameOf } from "#lib/person-name.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { type ExportFormat, exportPeople, type PeopleQuery, peopleQuery } from "#api/people.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { RowActions } from "#components/table/row-actions.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { Page } from "#components/ui/page.tsx";
import { DoublesDialog } from "./doubles-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { PersonForm } from "./person-form.tsx";
import { useRemoval } from "./person-words.tsx";
import { useWriteMail } from "./use-write-mail.ts";

const filters = [
  { value: "", label: t("All") },
  { value: "saved", label: t("Saved") },
  { value: "colleagues", label: t("Colleagues") },
];

const fields = [
  { name: "q", label: t("Search"), placeholder: t("Name, email or company") },
  { name: "filter", label: t("Show"), options: filters },
] as const;

const columns: Column<ListedPerson>[] = [
  {
    key: "name",
    label: t("Name"),
    cell: (person) => (
      <span className="inline-flex min-w-0 items-center gap-2.5">
        <Avatar name={nameOf(person)} />
        <StackedCell beneath={person.addresses[0]}>
          <span dir="auto" className="font-medium">
            {nameOf(person)}
          </span>
        </StackedCell>
      </span>
    ),
  },
  {
    key: "email",
    label: t("Email"),
    sortable: false,
    hideOnPhone: true,
    cell: ({ addresses: [first, ...others] }) =>
      others.length > 0 ? t("{first} and {count} more", { first: first ?? "", count: others.length }) : first,
  },
  { key: "company", label: t("Company"), hideOnPhone: true, cell: ({ company }) => <span dir="auto">{company}</span> },
  { key: "kind", label: t("Kind"), sortable: false, hideOnPhone: true, cell: Kind },
  {
    key: "lastAt",
    label: t("Last mail"),
    hideOnPhone: true,
    cell: ({ lastAt }) => (lastAt ? dayMonthYear(lastAt) : ""),
  },
];

function Kind({ isColleague, isSaved }: ListedPerson) {
  if (isColleague) return <Badge tone="accent">{t("Colleague")}</Badge>;
  return isSaved ? <Badge tone="ok">{t("Saved")}</Badge> : <Badge tone="neutral">{t("From mail")}</Badge>;
}

type Dialog = ListedPerson | "new" | "import" | "doubles" | null;

export function PeopleList() {
  const navigate = useNavigate();
  const view = useTableView({ sort: "name", filters: ["q", "filter"], limit: 20 });
  const found = useQuery(peopleQuery(queryOf<PeopleQuery>(view)));
  const [dialog, setDialog] = useState<Dialog>(null);
  const remove = useRemoval();
  const write = useWriteMail();
  const close = () => setDialog(null);
  return (
    <Page
      heading={t("People")}
      description={t("People you wrote to or heard from, and those you add.")}
      actions={
        <>
          <ListMenu onChoose={setDialog} />
          <Button
            variant="primary"
            icon={<Plus className="size-4" aria-hidden="true" />}
            onClick={() => setDialog("new")}
          >
            {t("Add person")}
          </Button>
        </>
      }
    >
      <ServerTable
        label={t("People")}
        fields={fields}
        columns={columns}
        view={view}
        query={found}
        emptyWords={t("Nobody is here yet. People you write to or hear from appear here, and those you add.")}
        rowKey={({ id }) => id}
        onPick={({ id }) => void navigate(`/people/${id}`)}
        actions={(person) => (
          <>
            <IconButton
              size="icon-sm"
              label={t("Write to {name}", { name: nameOf(person) })}
              icon={<Mail className="size-4" aria-hidden="true" />}
              onClick={() => write(person.addresses[0] ?? "")}
            />
            <RowActions
              name={nameOf(person)}
              onEdit={() => setDialog(person)}
              onRemove={person.isStored ? () => remove(person) : undefined}
            />
          </>
        )}
      />
      {dialog === "import" && <ImportDialog onClose={close} />}
      {dialog === "doubles" && <DoublesDialog onClose={close} />}
      {dialog === "new" && <PersonForm onClose={close} />}
      {dialog && typeof dialog === "object" && <PersonForm person={dialog} onClose={close} />}
    </Page>
  );
}

/** The less frequent actions of the page. */
function ListMenu({ onChoose }: { onChoose: (dialog: Dialog) => void }) {
  const save = (format: ExportFormat) => () =>
    void exportPeople(format).catch((error) => toast.error(messageOf(error, t("Export failed")), screenToast));
  return (
    <Menu
      label={t("Import, export and merge")}
      trigger={<Button icon={<UsersRound className="size-4" aria-hidden="true" />}>{t("More")}</Button>}
      groups={[
        [
          { label: t("Import from a file…"), Icon: Upload, run: () => onChoose("import") },
          { label: t("Find doubles…"), Icon: Combine, run: () => onChoose("doubles") },
        ],
        [
          { label: t("Export as vCard 4.0"), Icon: Download, run: save("vcard4") },
          { label: t("Export as vCard 3.0"), Icon: Download, run: save("vcard3") },
          { label: t("Export as CSV"), Icon: FileSpreadsheet, run: save("csv") },
        ],
      ]}
    />
  );
}
