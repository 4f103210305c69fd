import { t } from "@intellibox/contract/text/t";
import { Plus, X } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";

type GroupRole = { group: string; role: "NORMAL_USER" | "ADMIN" };

type GroupRolesProps = {
  /** The name of the claim, as a field of the form. */
  claim: Partial<ComponentProps<typeof TextField>>;
  groups: GroupRole[];
  options: { value: GroupRole["role"]; label: string }[];
  /** The error of each group's name. */
  errors: (string | undefined)[];
  onChange: (groups: GroupRole[]) => void;
};

/** Which groups of the provider give which role. */
export function GroupRoles({ claim, groups, options, errors, onChange }: GroupRolesProps) {
  const change = (at: number, part: Partial<GroupRole>) =>
    onChange(groups.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">{t("Roles by groups")}</legend>
      <p className="text-xs text-text-3">
        {t("A person's groups decide the role at each sign-in. Without a row here, roles are changed in Users.")}
      </p>
      {groups.map(({ group, role }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that stays the same while it is typed
        <div key={at} className="flex items-center gap-2">
          <TextField
            className="min-w-0 flex-1 [&>div]:sr-only"
            label={t("Group {number}", { number: at + 1 })}
            placeholder={t("Name or id of the group")}
            value={group}
            error={errors[at]}
            onChange={(event) => change(at, { group: event.target.value })}
          />
          <Select
            className="w-32"
            aria-label={t("Role of group {number}", { number: at + 1 })}
            options={options}
            value={role}
            onChange={(chosen) => change(at, { role: chosen })}
          />
          <Button
            variant="ghost"
            aria-label={t("Remove group {number}", { number: at + 1 })}
            icon={<X className="size-4" aria-hidden="true" />}
            onClick={() => onChange(groups.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus className="size-4" aria-hidden="true" />}
          onClick={() => onChange([...groups, { group: "", role: "NORMAL_USER" }])}
        >
          {t("Add a group")}
        </Button>
      </div>
      {groups.length > 0 && <TextField label={t("Claim with the groups")} spellCheck={false} {...claim} />}
    </fieldset>
  );
}
