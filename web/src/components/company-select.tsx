import { Building2 } from "lucide-react";
import type { TenantOption } from "#lib/acting-tenant.ts";
import { SelectField } from "./select.tsx";

type CompanySelectProps = {
  options: TenantOption[];
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
};

/** Whose settings are shown; the choice is the company one acts for everywhere. */
export function CompanySelect({ options, value, onChange, error }: CompanySelectProps) {
  return (
    <SelectField
      label="Company"
      icon={<Building2 className="size-4 shrink-0 text-text-3" aria-hidden="true" />}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      error={error}
      placeholder="Choose a company"
    />
  );
}
