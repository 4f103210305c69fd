import { actionColumns, isWritten } from "@intellibox/contract/rules/action-plan";
import { t } from "@intellibox/contract/text/t";
import { FileSpreadsheet, Plus, Table } from "lucide-react";
import { type ReactNode, useState } from "react";
import { saveCalendarEntry } from "#lib/calendar-entry.ts";
import { hasUnsentDraft } from "#lib/drafts/unsent-draft.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { timeZone } from "#lib/time-zone.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { downloadPlan } from "#api/summaries.ts";
import { Empty } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { ActionRow, columnPositions, rowClass } from "./action-row.tsx";
import { prepareDraft } from "./compose-action.ts";
import { saveCsv } from "./export-plan.ts";
import type { SummaryMessage } from "./summary-result.ts";
import type { PlanRow, usePlan } from "./use-plan.ts";

type ActionPlanTabProps = {
  plan: ReturnType<typeof usePlan>;
  thread: readonly SummaryMessage[];
  keptId: string | null;
  onShow: (index: number) => void;
};

/** The editable action plan, with exports to a spreadsheet, a calendar and Compose. */
export function ActionPlanTab({ plan, thread, keptId, onShow }: ActionPlanTabProps) {
  const [replacing, setReplacing] = useState<PlanRow | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const navigate = useNavigate();

  const draft = (row: PlanRow) => {
    setReplacing(null);
    if (prepareDraft(row, thread)) void navigate("/compose");
    else toast.error(t("Could not prepare Compose draft"), screenToast);
  };
  const remove = (key: string) =>
    announceUndoable({ words: t("Action deleted"), undo: plan.remove(key), lastsMs: 6000 });
  return (
    <div className="@container flex min-h-full flex-col">
      <PlanTable isEmpty={plan.rows.length === 0} onLeave={plan.saveNow}>
        {plan.rows.map((row, index) => (
          <ActionRow
            key={row.key}
            row={row}
            number={index + 1}
            thread={thread}
            isNew={row.key === added}
            onChange={(changes) => plan.change(row.key, changes)}
            onCalendar={() =>
              saveCalendarEntry(row) || toast.error(t("No valid due date for calendar export"), screenToast)
            }
            onDraft={() => (hasUnsentDraft() ? setReplacing(row) : draft(row))}
            onDelete={() => remove(row.key)}
            onShow={onShow}
          />
        ))}
      </PlanTable>
      <PlanFooter plan={plan} keptId={keptId} onAdd={() => setAdded(plan.add())} />
      {replacing && (
        <Confirm
          title={t("Replace the email in Compose?")}
          action={t("Replace")}
          onConfirm={() => draft(replacing)}
          onCancel={() => setReplacing(null)}
        >
          {t("Compose has an unsent email. The draft for this action will replace it.")}
        </Confirm>
      )}
    </div>
  );
}

function PlanTable({ isEmpty, onLeave, children }: { isEmpty: boolean; onLeave: () => void; children: ReactNode }) {
  if (isEmpty) return <Empty className="py-10">{t("No action items. Add a row to plan one.")}</Empty>;
  return (
    <table className="w-full table-fixed border-collapse text-sm two-line:block @max-md:block @max-md:p-4">
      <thead className="text-start text-xs text-text-3 two-line:block @max-md:sr-only">
        <tr className={`border-b border-line two-line:py-1 ${rowClass}`}>
          {actionColumns.map((title) => (
            <th
              key={title}
              scope="col"
              className={`px-1 py-2 font-medium two-line:py-0.5 ${widths[title]} ${columnPositions[title]}`}
            >
              {title}
            </th>
          ))}
          <th scope="col" className={`w-30 ${columnPositions.Actions}`}>
            <span className="sr-only">{t("Actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody className="two-line:block @max-md:block" onBlur={onLeave}>
        {children}
      </tbody>
    </table>
  );
}

const widths: Record<(typeof actionColumns)[number], string> = {
  "#": "w-11 @3xl:ps-6",
  Action: "",
  Owner: "@3xl:w-[15%]",
  Due: "@3xl:w-50",
  Source: "@3xl:w-[17%]",
};

type PlanFooterProps = { plan: ReturnType<typeof usePlan>; keptId: string | null; onAdd: () => void };

function PlanFooter({ plan, keptId, onAdd }: PlanFooterProps) {
  const [isSaving, setIsSaving] = useState(false);
  const written = plan.rows.filter(isWritten);
  const unlessEmpty = (run: () => void) => () =>
    written.length === 0 ? void toast.error(t("No action items to export"), screenToast) : run();

  const saveWorkbook = async () => {
    setIsSaving(true);
    try {
      await plan.flush();
      if (keptId) await downloadPlan(keptId, timeZone());
    } catch (error) {
      toast.error(messageOf(error), screenToast);
    }
    setIsSaving(false);
  };
  return (
    <div className="flex flex-wrap gap-2 px-4 py-4 md:px-6">
      <Button icon={<Plus className="size-4" aria-hidden="true" />} onClick={onAdd}>
        {t("Add row")}
      </Button>
      <span className="flex-1" />
      <Button
        icon={<FileSpreadsheet className="size-4" aria-hidden="true" />}
        onClick={unlessEmpty(() => saveCsv(written))}
      >
        {t("Export to Excel")}
      </Button>
      <Button
        icon={<Table className="size-4" aria-hidden="true" />}
        busy={isSaving}
        disabled={!keptId}
        onClick={unlessEmpty(() => void saveWorkbook())}
      >
        {t("Workbook (.xlsx)")}
      </Button>
    </div>
  );
}
