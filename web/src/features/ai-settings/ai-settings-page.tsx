import { useQuery } from "@tanstack/react-query";
import { useSignedIn } from "#lib/session/session.ts";
import { useActingCompany } from "#api/acting-company.ts";
import { aiSettingsQuery } from "#api/ai-settings.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { CompanySelect } from "#components/ui/company-select.tsx";
import { Page } from "#components/ui/page.tsx";
import { AiSettingsForm } from "./ai-settings-form.tsx";
import { QuickTest } from "./quick-test.tsx";

export function AiSettingsPage() {
  const { user } = useSignedIn();
  if (user.roleCode === "SUPER_ADMIN") return <Manage />;
  return (
    <Page width="form">
      <Alert kind="info">Only SUPER_ADMIN can manage AI settings.</Alert>
    </Page>
  );
}

function Manage() {
  const company = useActingCompany();
  const { data, error, refetch } = useQuery(aiSettingsQuery(company.id));
  return (
    <Page
      width="form"
      heading="AI provider"
      description="Choose the AI model for this company. Without an API key, the built-in engine is used."
    >
      <CompanySelect company={company} />
      {error && <Failed message={error.message || "Failed to load settings"} onRetry={() => void refetch()} />}
      {!error && !data && <PageSkeleton />}
      {data && (
        <>
          <AiSettingsForm key={company.id} tenantId={company.id} saved={data} />
          <QuickTest key={`test ${company.id}`} />
        </>
      )}
    </Page>
  );
}
