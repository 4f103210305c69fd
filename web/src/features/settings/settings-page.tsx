import { t } from "@intellibox/contract/text/t";
import { BookOpen, Bot, Plug, ShieldCheck } from "lucide-react";
import { Link } from "#lib/router/link.tsx";
import { useSearchParams } from "#lib/router/router.tsx";
import { PageSkeleton } from "#components/ui/async-states.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { CompanyAi } from "./company-ai.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SignatureTab } from "./signature-tab.tsx";
import { UsersTab } from "./users-tab.tsx";

const KnowledgeTab = loadedLater(
  () => import("./knowledge/knowledge-tab.tsx").then((m) => m.KnowledgeTab),
  <PageSkeleton />,
);

const CompanySecurity = loadedLater(
  () => import("./security/company-security.tsx").then((m) => m.CompanySecurity),
  <PageSkeleton />,
);

const IntegrationsTab = loadedLater(
  () => import("./integrations/integrations-tab.tsx").then((m) => m.IntegrationsTab),
  <PageSkeleton />,
);

const names = ["users", "signature", "profile"] as const;
type Name = (typeof names)[number];

/** User management for administrators, and the user's own signature and profile. */
export function SettingsPage() {
  const [search, setSearch] = useSearchParams();
  const tab = names.find((name) => name === search.get("tab")) ?? "users";
  // Drops the table's page and filters in the URL.
  const open = (next: Name) => setSearch(next === "users" ? {} : { tab: next });

  if (search.get("tab") === "ai") return <CompanyAi />;
  if (search.get("tab") === "security") return <CompanySecurity />;
  if (search.get("tab") === "integrations") return <IntegrationsTab />;
  if (search.get("tab") === "knowledge") return <KnowledgeTab isCompany />;
  return (
    <Tabs
      label={t("Settings")}
      value={tab}
      onChange={open}
      aside={
        <span className="flex gap-2">
          <Link to="/settings?tab=security" className={buttonClass({ size: "sm" })}>
            <ShieldCheck className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{t("Security")}</span>
          </Link>
          <Link to="/settings?tab=integrations" className={buttonClass({ size: "sm" })}>
            <Plug className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{t("Integrations")}</span>
          </Link>
          <Link to="/settings?tab=knowledge" className={buttonClass({ size: "sm" })}>
            <BookOpen className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{t("Knowledge")}</span>
          </Link>
          <Link to="/settings?tab=ai" className={buttonClass({ size: "sm" })}>
            <Bot className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{t("AI model")}</span>
          </Link>
        </span>
      }
      className="flex h-full min-h-0 flex-col"
      panelClass="flex min-h-0 flex-1 flex-col overflow-y-auto"
      tabs={[
        { value: "users", label: t("User Management"), panel: <UsersTab /> },
        { value: "signature", label: t("Email Signature"), panel: <SignatureTab /> },
        { value: "profile", label: t("My Profile"), panel: <ProfileTab /> },
      ]}
    />
  );
}
