import type { ImportOutcome } from "@intellibox/contract/endpoints/people";
import { type ImportField, importFields, maxImportBytes } from "@intellibox/contract/rules/people";
import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import { grouped } from "#lib/format.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useImportPeople, usePreviewImport } from "#api/people.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { SelectField } from "#components/ui/select.tsx";

const fieldNames: Record<ImportField, string> = {
  skip: t("Do not import"),
  name: t("Name"),
  firstName: t("First name"),
  lastName: t("Last name"),
  email: t("Email"),
  company: t("Company"),
  jobTitle: t("Job title"),
  phone: t("Phone"),
  notes: t("Notes"),
};
const options = importFields.map((field) => ({ value: field, label: fieldNames[field] }));

/** Chooses a file, shows what it would change, and imports it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState<ImportField[]>();
  // Kept while the next preview is made, so that the columns stay on the screen.
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const preview = usePreviewImport();
  const bring = useImportPeople();
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setColumns(undefined);
    setOutcome(undefined);
    bring.reset();
    preview.mutate({ file: chosen }, { onSuccess: setOutcome });
  };
  const map = (next: ImportField[]) => {
    setColumns(next);
    if (file && next.includes("email")) preview.mutate({ file, columns: next }, { onSuccess: setOutcome });
  };
  const run = () =>
    file &&
    runMutation(bring, { file, columns }, ({ added, updated }) => {
      toast.success(t("{added} added, {updated} updated", { added, updated }), screenToast);
      onClose();
    });
  const failure = bring.error ?? preview.error;
  const changes = outcome ? outcome.added + outcome.updated : 0;
  return (
    <Modal
      title={t("Import people")}
      description={t("A vCard (.vcf) or CSV file of up to 10 MB, such as an export of Google Contacts or Outlook.")}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            disabled={!outcome || outcome.needsColumns || changes === 0 || preview.isPending}
            busy={bring.isPending}
            busyLabel={t("Importing…")}
            onClick={run}
          >
            {outcome && !outcome.needsColumns ? t("Import {count}", { count: changes }) : t("Import")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <input
          ref={input}
          type="file"
          accept=".vcf,.csv,.txt,text/vcard,text/csv"
          aria-label={t("File to import")}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = "";
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={preview.isPending} busyLabel={t("Reading…")} onClick={() => input.current?.click()}>
            {t("Choose a file")}
          </Button>
          <span className="min-w-0 truncate text-sm text-text-2">{file?.name}</span>
        </div>
        {file && file.size > maxImportBytes && <Alert kind="bad">{t("Files over 10 MB cannot be imported")}</Alert>}
        {bring.isPending && <ImportProgress />}
        {failure && <Alert kind="bad">{failure.message}</Alert>}
        {outcome && (outcome.needsColumns || columns) && <Columns outcome={outcome} chosen={columns} onChange={map} />}
        {outcome && !outcome.needsColumns && <Preview outcome={outcome} />}
      </div>
    </Modal>
  );
}

/** How much of an import that runs is stored. */
function ImportProgress() {
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 });
  useLiveEvent("people-import", (data) => setProgress(data as { done: number; total: number }));
  const words = t("{done} of {total} stored", { done: grouped(done), total: grouped(total) });
  return (
    <div className="flex flex-col gap-1.5 text-sm text-text-2">
      <progress
        aria-label={t("Progress")}
        {...(total > 0 && { value: done, max: total })}
        className="h-2 w-full overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
      <p className="tabular-nums">{total > 0 ? words : t("Reading…")}</p>
    </div>
  );
}

type ColumnsProps = {
  outcome: ImportOutcome;
  chosen: ImportField[] | undefined;
  onChange: (columns: ImportField[]) => void;
};

/** Says which column is which. */
function Columns({ outcome: { columns }, chosen, onChange }: ColumnsProps) {
  const fields = chosen ?? columns.map(({ field }) => field);
  return (
    <section aria-label={t("Columns of the file")} className="flex flex-col gap-4">
      <p className="text-sm text-text-2">{t("Which column is which? The email address is needed.")}</p>
      {columns.map(({ title, examples }, at) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
          key={at}
          label={title || t("Column {number}", { number: at + 1 })}
          hint={examples.join(", ")}
          options={options}
          value={fields[at] ?? "skip"}
          onChange={(field) => onChange(columns.map((_, index) => (index === at ? field : (fields[index] ?? "skip"))))}
        />
      ))}
    </section>
  );
}

function Preview({ outcome: { added, updated, unchanged, refused, refusals } }: { outcome: ImportOutcome }) {
  const lines: [string, number][] = [
    [t("New"), added],
    [t("Updated"), updated],
    [t("Known already"), unchanged],
    [t("Refused"), refused],
  ];
  return (
    <section aria-label={t("Preview")} className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {lines.map(([label, count]) => (
          <div key={label} className="rounded-control bg-subtle px-3 py-2">
            <dt className="text-xs text-text-3">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums text-text">{grouped(count)}</dd>
          </div>
        ))}
      </dl>
      {refusals.length > 0 && (
        <ul aria-label={t("Refused")} className="max-h-48 overflow-y-auto text-sm text-text-2">
          {refusals.map(({ line, name, reason }) => (
            <li key={`${line} ${name}`} className="py-0.5">
              {t("Line {line}: {reason}", { line, reason: name ? `${name}. ${reason}` : reason })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
