import { t } from "@intellibox/contract/text/t";
import { Building2 } from "lucide-react";
import type { TenantOption } from "#lib/session/acting-tenant.ts";
import { SelectField } from "./select.tsx";

type CompanySelectProps = {
  company: {
    /** The company whose settings are shown; undefined until it is known. */
    id: string | undefined;
    options: TenantOption[];
    choose: (id: string) => void;
    error: string | undefined;
  };
};

/** Chooses the company whose settings are shown. The choice changes the acting company on every page. */
export function CompanySelect({ company }: CompanySelectProps) {
  return (
    <SelectField
      className="mb-6"
      label={t("Company")}
      icon={<Building2 className="size-4 shrink-0 text-text-3" aria-hidden="true" />}
      options={company.options.map(({ id, name }) => ({ value: id, label: name }))}
      value={company.id ?? ""}
      onChange={company.choose}
      error={company.error}
      placeholder={t("Choose a company")}
    />
  );
}
