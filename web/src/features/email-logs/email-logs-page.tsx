import { t } from "@intellibox/contract/text/t";
import { useSearchParams } from "#lib/router/router.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { AuditTab } from "./audit-tab.tsx";
import { EmailLogsTab } from "./email-logs-tab.tsx";

/** The log of outgoing mail, and the audit trail. */
export function EmailLogsPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "audit" ? "audit" : "mail";
  return (
    <Tabs
      label={t("Logs")}
      value={tab}
      // Drops the page and filters in the URL, which belong to one table.
      onChange={(next) => setSearch(next === "mail" ? {} : { tab: next })}
      className="flex h-full min-h-0 flex-col"
      panelClass="flex min-h-0 flex-1 flex-col"
      tabs={[
        { value: "mail", label: t("Sent mail"), panel: <EmailLogsTab /> },
        { value: "audit", label: t("Audit trail"), panel: <AuditTab /> },
      ]}
    />
  );
}
