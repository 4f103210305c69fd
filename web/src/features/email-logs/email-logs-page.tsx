import { useSearchParams } from "react-router";
import { Tabs } from "#components/ui/tabs.tsx";
import { AuditTab } from "./audit-tab.tsx";
import { EmailLogsTab } from "./email-logs-tab.tsx";

/** What left the house, and who changed what in it. */
export function EmailLogsPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "audit" ? "audit" : "mail";
  return (
    <Tabs
      label="Logs"
      value={tab}
      // Filters and pages of one table mean nothing to the other.
      onChange={(next) => setSearch(next === "mail" ? {} : { tab: next })}
      className="flex h-full min-h-0 flex-col"
      panelClass="flex min-h-0 flex-1 flex-col"
      tabs={[
        { value: "mail", label: "Sent mail", panel: <EmailLogsTab /> },
        { value: "audit", label: "Audit trail", panel: <AuditTab /> },
      ]}
    />
  );
}
