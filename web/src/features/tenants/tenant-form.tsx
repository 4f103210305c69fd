import type { Plan } from "@intellibox/contract/endpoints/plans";
import { defaultCountry, newTenantForm, type Tenant } from "@intellibox/contract/endpoints/tenants";
import { statusNames, tenantStatuses } from "@intellibox/contract/rules/choices";
import { smallestPlan } from "@intellibox/contract/rules/smallest-plan";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useCreateTenant, useUpdateTenant } from "#api/tenants.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { changedFields } from "./changed-fields.ts";
import { PlanTab } from "./plan-tab.tsx";

type TenantFormProps = { tenant?: Tenant | undefined; plans: Plan[]; isSuper: boolean; onClose: () => void };

const emptyAddress = { line1: "", line2: "", city: "", state: "", pin: "", country: defaultCountry };
const newTenant = {
  code: "",
  name: "",
  slug: "",
  gstNumber: "",
  contactEmail: "",
  contactPhone: "",
  status: t("Active"),
  isOwner: false,
  address: emptyAddress,
  planId: null,
} as const;
const statuses = tenantStatuses.map((status) => ({ value: status, label: statusNames[status] }));

/** Creates or edits a company, in two tabs. Fields that a company's admin may not change are read-only. */
export function TenantForm({ tenant, plans, isSuper, onClose }: TenantFormProps) {
  const [tab, setTab] = useState<"profile" | "plan">("profile");
  const create = useCreateTenant();
  const update = useUpdateTenant();
  const start = tenant ? startOf(tenant) : { ...newTenant, planId: smallestPlan(plans)?._id ?? null };
  const form = useForm(newTenantForm, {
    start: start as never,
    submit: async (value) => {
      if (tenant) await update.mutateAsync({ id: tenant._id, changes: changedFields(start, value) });
      else await create.mutateAsync(value);
      toast.success(tenant ? t("Company saved") : t("Company added"), screenToast);
      onClose();
    },
  });
  const { watch, setValue } = form.form;
  const fixed = !isSuper;

  const profile = (
    <div className="flex flex-col gap-5 pt-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("Code")}
          className="[&_input]:uppercase"
          readOnly={Boolean(tenant)}
          hint={tenant ? t("Cannot be changed.") : t("Saved in capitals. Cannot be changed later.")}
          {...form.field("code")}
        />
        <TextField label={t("Name")} {...form.field("name")} />
        <TextField
          label={t("Slug")}
          readOnly={fixed}
          hint={t("Leave blank to create it from the name.")}
          {...form.field("slug")}
        />
        <TextField
          label={t("GST number")}
          readOnly={fixed}
          className="[&_input]:uppercase"
          {...form.field("gstNumber")}
        />
        <TextField label={t("Contact email")} type="email" {...form.field("contactEmail")} />
        <TextField label={t("Contact phone")} type="tel" {...form.field("contactPhone")} />
        <SelectField
          label={t("Status")}
          options={statuses}
          value={watch("status") ?? "Active"}
          onChange={(value) => setValue("status", value, { shouldDirty: true })}
          disabled={fixed || tenant?.isOwner}
          hint={tenant?.isOwner ? t("The owner company cannot be suspended") : undefined}
          error={form.errorOf("status")}
        />
        {!tenant && plans.length > 0 && (
          <SelectField
            label={t("Company plan")}
            options={plans
              .filter(({ status }) => status === "Active")
              .map(({ _id, name }) => ({ value: _id, label: name }))}
            value={watch("planId") ?? ""}
            onChange={(id) => setValue("planId", id, { shouldDirty: true })}
            hint={t("How many emails and users it includes is in the Plan tab")}
            error={form.errorOf("planId")}
          />
        )}
        {tenant?.isOwner && (
          <Checkbox
            label={t("Owner company")}
            hint={t("Its super admins may act for any company")}
            disabled
            className="self-center"
            checked
            readOnly
          />
        )}
      </div>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-3 text-sm font-semibold text-text">{t("Address")}</legend>
        <TextField label={t("Line 1")} autoComplete="off" {...form.field("address.line1")} />
        <TextField label={t("Line 2")} autoComplete="off" {...form.field("address.line2")} />
        <TextField label={t("City")} autoComplete="off" {...form.field("address.city")} />
        <TextField label={t("State")} autoComplete="off" {...form.field("address.state")} />
        <TextField label={t("PIN")} inputMode="numeric" autoComplete="off" {...form.field("address.pin")} />
        <TextField label={t("Country")} autoComplete="off" {...form.field("address.country")} />
      </fieldset>
    </div>
  );
  const plan = (
    <PlanTab
      plans={plans}
      value={watch("planId") ?? ""}
      mayChange={isSuper}
      isNew={!tenant}
      onChange={(id) => setValue("planId", id || null, { shouldDirty: true })}
    />
  );

  return (
    <ModalForm
      title={tenant ? t("Edit {name}", { name: tenant.name }) : t("Add company")}
      onClose={onClose}
      onSubmit={form.onSubmit}
      failure={form.failure}
      busy={form.isBusy}
      width="lg"
    >
      <Tabs
        label={t("Company")}
        value={tab}
        onChange={setTab}
        keepPanels
        listClass="!px-0"
        tabs={[
          { value: "profile", label: t("Profile"), panel: profile },
          { value: "plan", label: t("Plan"), panel: plan },
        ]}
      />
    </ModalForm>
  );
}

const startOf = ({ _id, createdAt: _, userCount: __, ...fields }: Tenant) => fields;
