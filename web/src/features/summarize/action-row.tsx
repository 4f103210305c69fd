import { momentOf, wallText } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { CalendarPlus, SquarePen, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { timeZone } from "#lib/time-zone.ts";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/field.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { SourceLink } from "./source-link.tsx";
import type { SummaryMessage } from "./summary-result.ts";
import type { PlanRow } from "./use-plan.ts";

type ActionRowProps = {
  row: PlanRow;
  number: number;
  thread: readonly SummaryMessage[];
  isNew: boolean;
  onChange: (changes: Partial<PlanRow>) => void;
  onCalendar: () => void;
  onDraft: () => void;
  onDelete: () => void;
  onShow: (index: number) => void;
};

const cellClass = "px-1 py-2 align-top two-line:py-1 @max-md:block @max-md:px-0 @max-md:py-1";
/** The grid position of each column, and of its title, if a row has two lines. */
export const rowClass = "two-line:grid two-line:grid-cols-[2rem_minmax(0,1.2fr)_12.5rem_minmax(0,1fr)] two-line:px-4";
export const columnPositions = {
  "#": "",
  Action: "two-line:col-span-2 two-line:col-start-2",
  Owner: "two-line:col-start-2 two-line:row-start-2",
  Due: "two-line:col-start-3 two-line:row-start-2",
  Source: "two-line:col-start-4 two-line:row-start-2",
  Actions: "two-line:col-start-4 two-line:row-start-1",
};
const fieldClass = `w-full min-w-0 ${controlClass} px-2! md:text-sm`;

/** One action: a row of the table, in two lines if one would be too narrow, and a card on phones. */
export function ActionRow({ row, number, thread, isNew, onChange, onShow, ...run }: ActionRowProps) {
  return (
    <tr
      className={`border-b border-line two-line:py-1 @max-md:mb-3 @max-md:block @max-md:rounded-panel @max-md:border @max-md:p-3 ${rowClass}`}
    >
      <td className="py-2 pt-3.5 pe-1 ps-4 align-top text-text-3 tabular-nums md:ps-6 two-line:ps-1 two-line:pt-2.5 @max-md:hidden">
        {number}
      </td>
      <td className={`${cellClass} ${columnPositions.Action}`}>
        <Labelled label={t("Action {number}", { number })}>
          <textarea
            aria-label={t("Action {number}", { number })}
            // biome-ignore lint/a11y/noAutofocus: the user just added the row to write in it
            autoFocus={isNew}
            rows={1}
            maxLength={2000}
            value={row.action}
            onChange={(event) => onChange({ action: event.target.value })}
            className={`block field-sizing-content min-h-input resize-none py-[0.4375rem] ${fieldClass}`}
          />
        </Labelled>
      </td>
      <td className={`${cellClass} ${columnPositions.Owner}`}>
        <Labelled label={t("Owner")}>
          <LineInput name="owner" label={t("Owner {number}", { number })} row={row} onChange={onChange} />
        </Labelled>
      </td>
      <td className={`${cellClass} ${columnPositions.Due}`}>
        <Labelled label={t("Due")}>
          <DueInput label={t("Due {number}", { number })} due={row.due} onChange={(due) => onChange({ due })} />
        </Labelled>
      </td>
      <td className={`${cellClass} ${columnPositions.Source}`}>
        <Labelled label={t("Source")}>
          <LineInput name="source" label={t("Source {number}", { number })} row={row} onChange={onChange} />
          <SourceLink short thread={thread} index={row.sourceIndex} onShow={onShow} />
        </Labelled>
      </td>
      <td className={`${cellClass} ${columnPositions.Actions} @3xl:pe-6`}>
        <RowActions number={number} {...run} />
      </td>
    </tr>
  );
}

type LineInputProps = Pick<ActionRowProps, "row" | "onChange"> & { name: "owner" | "source"; label: string };

const LineInput = ({ name, label, row, onChange }: LineInputProps) => (
  <input
    aria-label={label}
    title={row[name]}
    maxLength={300}
    value={row[name]}
    onChange={(event) => onChange({ [name]: event.target.value })}
    className={`h-input ${fieldClass}`}
  />
);

type RowActionsProps = Pick<ActionRowProps, "number" | "onCalendar" | "onDraft" | "onDelete">;

function RowActions({ number, onCalendar, onDraft, onDelete }: RowActionsProps) {
  const actions = [
    { label: t("Calendar"), Icon: CalendarPlus, run: onCalendar },
    { label: t("Draft in Compose"), Icon: SquarePen, run: onDraft },
    { label: t("Delete"), Icon: Trash2, run: onDelete },
  ];
  return (
    <div className="flex flex-wrap gap-0.5 @md:justify-end @md:pt-1 @max-md:-mx-2">
      {actions.map(({ label, Icon, run }) => (
        <Tooltip key={label} text={label}>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("{label}, action {number}", { label, number })}
            className="@md:size-7 @md:px-0"
            icon={<Icon className="size-4" aria-hidden="true" />}
            onClick={run}
          >
            <span className="@md:hidden">{label}</span>
          </Button>
        </Tooltip>
      ))}
    </div>
  );
}

/** Shows the field's label on a card. In the table the column's title does. */
const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <span aria-hidden="true" className="mb-1 hidden text-xs text-text-3 @max-md:block">
      {label}
    </span>
    {children}
  </div>
);

/**
 * A date and time in the reader's time zone. The input is uncontrolled: a half-typed year ("0202") is a valid date too, and
 * writing it back with that year's historic UTC offset would change what the user types.
 */
function DueInput({ label, due, onChange }: { label: string; due: string; onChange: (due: string) => void }) {
  const moment = momentOf(due, timeZone());
  return (
    <input
      type="datetime-local"
      aria-label={label}
      defaultValue={moment ? wallText(moment, timeZone()).replace(" ", "T") : ""}
      onChange={(event) => onChange(momentOf(event.target.value, timeZone())?.toISOString() ?? "")}
      className={`h-input pe-1! tabular-nums ${fieldClass}`}
    />
  );
}
