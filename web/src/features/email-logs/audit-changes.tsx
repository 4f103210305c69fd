import { roleName, roles } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";

/** The old and the new value of each changed field. A change that is not a pair is shown as one value. */
export function AuditChanges({ changes }: { changes: Record<string, unknown> }) {
  const entries = Object.entries(changes);
  if (entries.length === 0) return <p className="text-text-3">{t("No fields changed.")}</p>;
  return (
    <dl className="grid gap-x-6 sm:grid-cols-[10rem_1fr] sm:gap-y-1.5">
      {entries.map(([field, change]) => (
        <div key={field} className="contents">
          <dt className="text-text-3">{fieldInWords(field)}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere] max-sm:mb-2">
            {Array.isArray(change) && change.length === 2 ? (
              <>
                <span className="text-text-3 line-through">{shown(change[0])}</span> → {shown(change[1])}
              </>
            ) : (
              shown(change)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const names: Record<string, string> = {
  roleCode: t("Role"),
  gstNumber: t("GST number"),
  planId: t("Plan"),
  monthlyPriceINR: t("Price per month (₹)"),
  mailboxApproval: t("Mailboxes need approval"),
  hasApiKey: t("API key"),
  apiKey: t("API key"),
  baseUrl: t("Base URL"),
};

/** "contactEmail" → "Contact email" */
export function fieldInWords(field: string) {
  const words = field.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return names[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return t("empty");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value)) return value.map(shown).join(", ") || t("none");
  if (typeof value === "object") return partsOf(value) || t("empty");
  const role = roles.find((code) => code === value);
  return role ? roleName(role) : String(value);
}

/** Joins the values of an object, such as an address. */
const partsOf = (value: object) => Object.values(value).filter(Boolean).map(shown).join(", ");
