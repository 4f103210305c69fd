import type { Plan } from "@intellibox/contract/endpoints/plans";
import { t } from "@intellibox/contract/text/t";
import { classNames } from "#lib/class-names.ts";
import { rupees } from "#lib/format.ts";
import { Badge } from "#components/ui/badge.tsx";

type PlanTabProps = {
  plans: Plan[];
  value: string;
  mayChange: boolean;
  /** A new company must have a plan; an existing one may have none. */
  isNew: boolean;
  onChange: (id: string) => void;
};

/** The plans as cards. An inactive plan is shown only if the company has it. */
export function PlanTab({ plans, value, mayChange, isNew, onChange }: PlanTabProps) {
  const offered = plans.filter(({ _id, status }) => _id === value || (mayChange && status === "Active"));
  return (
    <fieldset className="grid gap-2.5 pt-5" disabled={!mayChange}>
      <legend className="sr-only">{t("Plan")}</legend>
      {mayChange && !isNew && (
        <Choice
          id=""
          name={t("No plan")}
          note={t("The limits of the smallest plan apply")}
          checked={value === ""}
          onChange={onChange}
        />
      )}
      {offered.map((plan) => (
        <Choice
          key={plan._id}
          id={plan._id}
          name={plan.name}
          note={
            plan.emailQuota === -1
              ? t("{price} per month · unlimited emails · up to {users} users", {
                  price: rupees(plan.monthlyPriceINR),
                  users: plan.maxUsers,
                })
              : t("{price} per month · {emails} emails · up to {users} users", {
                  price: rupees(plan.monthlyPriceINR),
                  emails: plan.emailQuota,
                  users: plan.maxUsers,
                })
          }
          inactive={plan.status === "Inactive"}
          checked={plan._id === value}
          onChange={onChange}
        />
      ))}
      {!mayChange && <p className="text-xs text-text-3">{t("Only a super admin can change the plan.")}</p>}
    </fieldset>
  );
}

type ChoiceProps = {
  id: string;
  name: string;
  note: string;
  inactive?: boolean;
  checked: boolean;
  onChange: (id: string) => void;
};

function Choice({ id, name, note, inactive, checked, onChange }: ChoiceProps) {
  return (
    <label
      className={classNames(
        "flex min-h-target items-center gap-3 rounded-control border px-3.5 py-2.5",
        checked ? "border-accent bg-selected" : "border-line-strong hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name="plan"
        value={id}
        checked={checked}
        onChange={() => onChange(id)}
        className="size-4 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-sm font-medium text-text">
          {name}
          {inactive && <Badge>{t("Inactive")}</Badge>}
        </span>
        <span className="block text-xs text-text-3">{note}</span>
      </span>
    </label>
  );
}
