import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { mailboxesQuery } from "#api/inbox.ts";
import { useLoadedPeople } from "#api/known-people.ts";
import type { MailQuestion } from "#api/questions.ts";
import { inputClass } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";

const spans = ["any", "week", "month", "quarter", "year"] as const;
type Span = (typeof spans)[number];
export type ScopeChoice = { mailbox: string; person: string; span: Span };

export const wholeScope: ScopeChoice = { mailbox: "", person: "", span: "any" };

const daysOf: Record<Exclude<Span, "any">, number> = { week: 7, month: 30, quarter: 90, year: 365 };

/** A day by the user's clock. */
const dayText = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

export function scopeOf({ mailbox, person, span }: ScopeChoice, now = new Date()): MailQuestion["scope"] {
  const first = span === "any" ? null : new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysOf[span]);
  return { ...(mailbox && { mailbox }), person: person.trim(), ...(first && { from: dayText(first) }) };
}

type ScopeFieldsProps = { choice: ScopeChoice; onChange: (choice: ScopeChoice) => void };

/** The mail that is searched: of one mailbox, with one person, of a time. */
export function ScopeFields({ choice, onChange }: ScopeFieldsProps) {
  const listId = useId();
  const mailboxes = useQuery(mailboxesQuery).data ?? [];
  const people = useLoadedPeople();
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{t("Limit the search")}</legend>
      {mailboxes.length > 1 && (
        <NativeSelect
          compact
          aria-label={t("Mailbox")}
          className="min-w-0 flex-1 basis-28"
          options={[
            { value: "", label: t("All mailboxes") },
            ...mailboxes.map(({ id, email }) => ({ value: id, label: email })),
          ]}
          value={choice.mailbox}
          onChange={(mailbox) => onChange({ ...choice, mailbox })}
        />
      )}
      <input
        type="text"
        list={listId}
        dir="auto"
        maxLength={320}
        autoComplete="off"
        aria-label={t("Person")}
        placeholder={t("Person")}
        value={choice.person}
        onChange={(event) => onChange({ ...choice, person: event.target.value })}
        className={`h-control min-w-0 flex-1 basis-28 ${inputClass}`}
      />
      <datalist id={listId}>
        {people.slice(0, 50).map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </datalist>
      <NativeSelect
        compact
        aria-label={t("Time")}
        className="min-w-0 flex-1 basis-28"
        options={spans.map((value) => ({ value, label: spanWords[value] }))}
        value={choice.span}
        onChange={(span) => onChange({ ...choice, span })}
      />
    </fieldset>
  );
}

const spanWords: Record<Span, string> = {
  any: t("Any time"),
  week: t("Last 7 days"),
  month: t("Last 30 days"),
  quarter: t("Last 90 days"),
  year: t("Last 365 days"),
};
