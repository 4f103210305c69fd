import type { Suppression } from "@intellibox/contract/endpoints/suppressions";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { dateTime } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { suppressionsQuery, useAddSuppressions, useRemoveSuppression } from "#api/suppressions.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { TextareaField, TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { Page } from "#components/ui/page.tsx";
import { FileButton } from "./file-button.tsx";
import { kindWords } from "./merge-words.ts";

const fields = [{ name: "q", label: t("Search"), placeholder: t("Address or note") }] as const;

const columns: Column<Suppression>[] = [
  {
    key: "address",
    label: t("Address"),
    sortable: false,
    cell: ({ address, kind, createdAt }) => (
      <StackedCell
        beneath={
          <>
            {kindWords[kind]} · {dateTime(createdAt)}
          </>
        }
      >
        <span title={address} className="block truncate max-md:max-w-60 md:max-w-80">
          {address}
        </span>
      </StackedCell>
    ),
  },
  { key: "kind", label: t("Why"), sortable: false, hideOnPhone: true, cell: ({ kind }) => kindWords[kind] },
  {
    key: "note",
    label: t("Note"),
    sortable: false,
    hideOnPhone: true,
    cell: ({ note }) => (
      <span title={note} className="block max-w-80 truncate">
        {note}
      </span>
    ),
  },
  {
    key: "createdAt",
    label: t("Since"),
    sortable: false,
    hideOnPhone: true,
    cell: ({ createdAt }) => dateTime(createdAt),
  },
];

/** The addresses of the company that get no mail of a mail merge. */
export function SuppressedAddresses() {
  const view = useTableView({ limit: 20, filters: ["q"] });
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const addButton = (
    <Button icon={<Plus className="size-4" aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      {t("Add addresses")}
    </Button>
  );
  return (
    <Page
      heading={t("Suppressed addresses")}
      description={t("They get no mail of a mail merge. Ordinary mail is not concerned.")}
      actions={addButton}
    >
      <ServerTable
        label={t("Suppressed addresses")}
        fields={fields}
        columns={columns}
        view={view}
        query={useQuery(suppressionsQuery(queryOf(view)))}
        emptyWords={t("No address is suppressed.")}
        rowKey={({ address }) => address}
        actions={({ address }) => (
          <IconButton
            size="icon-sm"
            label={t("Remove {name}", { name: address })}
            icon={<Trash2 className="size-4" aria-hidden="true" />}
            onClick={() => setRemoved(address)}
          />
        )}
        emptyAction={addButton}
      />
      {isAdding && <AddForm onClose={() => setIsAdding(false)} />}
      {removed !== null && <RemoveForm address={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const add = useAddSuppressions();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    runMutation(add, { text, note }, ({ added, known }) => {
      const words = t("{added, plural, one {# address} other {# addresses}} added", { added });
      toast.success(
        known > 0 ? t("{words}, {known} were on the list already", { words, known: String(known) }) : words,
        screenToast,
      );
      onClose();
    });
  };
  return (
    <ModalForm
      title={t("Add addresses")}
      action={t("Add addresses")}
      onClose={onClose}
      onSubmit={submit}
      failure={add.error ? messageOf(add.error) : undefined}
      busy={add.isPending}
    >
      <TextareaField
        label={t("Addresses")}
        hint={t("One or many, or the text of a file. Everything that is an address counts.")}
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FileButton label={t("Take from a file")} onText={(given) => setText(given)} />
      <TextField
        label={t("Note")}
        aside={t("Optional")}
        maxLength={300}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </ModalForm>
  );
}

function RemoveForm({ address, onClose }: { address: string; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const remove = useRemoveSuppression();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    runMutation(remove, { address, reason }, onClose);
  };
  return (
    <ModalForm
      title={t("Remove {name}?", { name: address })}
      action={t("Remove address")}
      onClose={onClose}
      onSubmit={submit}
      failure={remove.error ? messageOf(remove.error) : undefined}
      busy={remove.isPending}
    >
      <p className="text-sm text-text-2">
        {t("The next mail merge may write to this address again. The audit trail keeps your reason.")}
      </p>
      <TextField
        label={t("Reason")}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ModalForm>
  );
}
