import { newPlanForm, type Plan } from "@intellibox/contract/endpoints/plans";
import { emailQuotas, planStatuses, statusNames } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useSavePlan } from "#api/plans.ts";
import { NumberField, TextareaField, TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { quotaText } from "./quota-text.ts";

const quotas = emailQuotas.map((quota) => ({ value: String(quota), label: quotaText(quota) }));
const statuses = planStatuses.map((status) => ({ value: status, label: statusNames[status] }));
const newPlan = {
  code: "",
  name: "",
  monthlyPriceINR: 0,
  emailQuota: 500,
  maxUsers: 10,
  features: [],
  status: t("Active"),
} as const;

/** Creates or edits a plan, with a live preview. */
export function PlanForm({ plan, onClose }: { plan?: Plan | undefined; onClose: () => void }) {
  const save = useSavePlan();
  const { _id, createdAt: _, ...start } = plan ?? { ...newPlan, _id: undefined, createdAt: undefined };
  const form = useForm(newPlanForm, {
    start: start as never,
    submit: async (value) => {
      await save.mutateAsync({ ...value, id: _id });
      toast.success(plan ? t("Plan saved") : t("Plan added"), screenToast);
      onClose();
    },
  });
  const { watch, setValue } = form.form;
  const shown = watch();

  return (
    <ModalForm
      title={plan ? t("Edit {name}", { name: plan.name }) : t("Add plan")}
      onClose={onClose}
      onSubmit={form.onSubmit}
      failure={form.failure}
      busy={form.isBusy}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("Code")}
          autoCapitalize="characters"
          className="[&_input]:uppercase"
          readOnly={Boolean(plan)}
          hint={plan ? t("Cannot be changed.") : t("Saved in capitals. Cannot be changed later.")}
          {...form.field("code")}
        />
        <TextField label={t("Name")} {...form.field("name")} />
        <NumberField label={t("Price per month (₹)")} min={0} step="any" {...form.number("monthlyPriceINR")} />
        <NumberField label={t("Max users")} min={1} step={1} {...form.number("maxUsers")} />
        <SelectField
          label={t("Email quota")}
          options={quotas}
          value={String(shown.emailQuota ?? 500)}
          onChange={(value) =>
            setValue("emailQuota", Number(value) as (typeof emailQuotas)[number], { shouldDirty: true })
          }
          error={form.errorOf("emailQuota")}
          hint={t("Emails per calendar month")}
        />
        <SelectField
          label={t("Status")}
          options={statuses}
          value={shown.status ?? "Active"}
          onChange={(value) => setValue("status", value, { shouldDirty: true })}
        />
      </div>
      <TextareaField
        label={t("Features")}
        hint={t("One feature per line. The preview shows the first six.")}
        rows={5}
        defaultValue={(shown.features ?? []).join("\n")}
        onChange={(event) => setValue("features", event.target.value.split("\n"), { shouldDirty: true })}
        error={form.errorOf("features")}
      />
      <div className="rounded-control border border-line bg-subtle p-4">
        <PlanPreview
          plan={{
            name: shown.name ?? "",
            monthlyPriceINR: Number(shown.monthlyPriceINR ?? 0),
            emailQuota: Number(shown.emailQuota ?? 500),
            maxUsers: Number(shown.maxUsers ?? 0),
            features: (shown.features ?? []).map((feature) => feature.trim()).filter(Boolean),
          }}
        />
      </div>
    </ModalForm>
  );
}
