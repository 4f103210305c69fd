import type { MailMerge, MergeProblem } from "@intellibox/contract/endpoints/mail-merges";
import { maxMergeRecipients } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { grouped } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { useSetRecipients } from "#api/mail-merges.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, TextareaField } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { FileButton } from "./file-button.tsx";
import { problemWords } from "./merge-words.ts";
import { PeoplePicker } from "./people-picker.tsx";
import { RecipientList } from "./recipient-list.tsx";

type Source = "file" | "typed" | "people";
const sources: { value: Source; label: string }[] = [
  { value: "file", label: t("CSV file") },
  { value: "typed", label: t("Typed list") },
  { value: "people", label: t("People") },
];

/** Chooses who gets the mail. */
export function RecipientsStep({ merge }: { merge: MailMerge }) {
  const [source, setSource] = useState<Source>(() => sourceOf(merge));
  const set = useSetRecipients(merge.id);
  /** The file of this visit: another column can be chosen without choosing the file again. */
  const [file, setFile] = useState<{ text: string; fileName: string }>();
  const read = (text: string, fileName: string) => {
    setFile({ text, fileName });
    set.mutate({ source: "file", text, fileName });
  };
  return (
    <>
      <Segmented
        label={t("Where the recipients come from")}
        choices={sources}
        value={source}
        onChange={setSource}
        className="self-start"
      />
      {source === "people" && <PeoplePicker merge={merge} />}
      {source === "typed" && <TypedList busy={set.isPending} onSet={(text) => set.mutate({ source: "typed", text })} />}
      {source === "file" && (
        <>
          <p className="text-sm text-text-2">
            {t(
              "A table with one line for each person, saved as CSV. One column has the addresses; each other column is a word that you can use in the mail, such as {example}. Up to {most} people.",
              { example: "{FirstName}", most: grouped(maxMergeRecipients) },
            )}
          </p>
          <FileButton
            label={merge.fileName ? t("Choose another file") : t("Choose a file")}
            variant={merge.totals.recipients > 0 ? "secondary" : "primary"}
            busy={set.isPending}
            onText={read}
          />
          {merge.fileName !== null && merge.columns.length > 0 && (
            <ColumnField
              merge={merge}
              onChange={file && ((addressColumn) => set.mutate({ source: "file", ...file, addressColumn }))}
            />
          )}
        </>
      )}
      {set.error && <Alert kind="bad">{messageOf(set.error)}</Alert>}
      <Found merge={merge} />
      {merge.totals.recipients > 0 && <RecipientList merge={merge} />}
    </>
  );
}

/** The source of the recipients. A typed list has no other column than names. */
function sourceOf({ totals, fileName, columns }: MailMerge): Source {
  if (totals.recipients === 0 || fileName !== null) return "file";
  return columns.includes("FirstName") ? "people" : "typed";
}

type ColumnFieldProps = { merge: MailMerge; onChange: ((column: string) => void) | undefined };

function ColumnField({ merge: { columns, addressColumn, fileName }, onChange }: ColumnFieldProps) {
  const choices = columns.map((name) => ({ value: name, label: name }));
  const none = { value: "", label: t("Choose a column") };
  return (
    <Field
      label={t("Column of addresses")}
      hint={onChange ? undefined : t("To change it, choose {fileName} again.", { fileName: fileName ?? "" })}
      className="max-w-sm"
    >
      {(control) => (
        <NativeSelect
          {...control}
          className="block"
          options={addressColumn === null ? [none, ...choices] : choices}
          value={addressColumn ?? ""}
          disabled={!onChange}
          onChange={(column) => column && onChange?.(column)}
        />
      )}
    </Field>
  );
}

function TypedList({ busy, onSet }: { busy: boolean; onSet: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <div className="flex flex-col items-start gap-3">
      <TextareaField
        label={t("Recipients")}
        hint={t("One on each line, or with commas between them. Names may stand before the addresses.")}
        className="w-full"
        rows={6}
        placeholder={t("Ada Lovelace <ada@example.com>")}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button busy={busy} disabled={!text.trim()} onClick={() => onSet(text)}>
        {t("Use these recipients")}
      </Button>
    </div>
  );
}

/** Shows how many recipients were read, and each line that could not be read. */
function Found({ merge }: { merge: MailMerge }) {
  const { totals, problems, columns, addressColumn, fileName } = merge;
  if (totals.recipients === 0 && problems.length === 0 && columns.length === 0) return null;
  const tokens = columns.filter((name) => name !== addressColumn);
  return (
    <>
      <div role="status" className="flex flex-col gap-1 rounded-panel border border-line p-4 text-sm">
        <p className="font-medium text-text">
          {t("{count, plural, one {# person gets} other {# people get}} the mail", { count: totals.waiting })}
        </p>
        {fileName && <p className="text-text-3">{fileName}</p>}
        {tokens.length > 0 && (
          <p className="text-text-2 [overflow-wrap:anywhere]">
            {t("Words for the mail:")} {tokens.map((name) => `{${name}}`).join(" ")}
          </p>
        )}
      </div>
      {problems.length > 0 && <Problems problems={problems} />}
    </>
  );
}

const mostShown = 100;

function Problems({ problems }: { problems: MergeProblem[] }) {
  return (
    <details className="rounded-panel border border-line p-4 text-sm" open={problems.length <= 10}>
      <summary className="cursor-pointer font-medium text-text">
        {t("{count, plural, one {# line is} other {# lines are}} left out", { count: problems.length })}
      </summary>
      <ul className="mt-2 flex flex-col gap-1 text-text-2">
        {problems.slice(0, mostShown).map(({ line, address, reason }) => (
          <li key={`${line} ${reason}`} className="[overflow-wrap:anywhere]">
            {t("Line {line}: {address} {problem}", {
              line: String(line),
              address: address || t("(empty)"),
              problem: problemWords[reason],
            })}
          </li>
        ))}
        {problems.length > mostShown && (
          <li>{t("and {count} more", { count: grouped(problems.length - mostShown) })}</li>
        )}
      </ul>
    </details>
  );
}
