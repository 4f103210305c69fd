import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSignedIn } from "#lib/session/session.ts";
import { useActingCompany } from "#api/acting-company.ts";
import { aiSettingsQuery, useTestAi } from "#api/ai-settings.ts";
import { QuickTest } from "#components/ai/quick-test.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { CompanySelect } from "#components/ui/company-select.tsx";
import { Page } from "#components/ui/page.tsx";
import { AiSettingsForm } from "./ai-settings-form.tsx";
import { FoundModels } from "./found-models.tsx";

export function AiSettingsPage() {
  const { user } = useSignedIn();
  if (user.roleCode === "SUPER_ADMIN") return <Manage />;
  return (
    <Page width="form">
      <Alert kind="info">{t("Only super admins can manage AI settings.")}</Alert>
    </Page>
  );
}

function Manage() {
  const company = useActingCompany();
  const { user } = useSignedIn();
  const { data, error, refetch } = useQuery(aiSettingsQuery(company.id));
  // The form starts again with the new values after "Use this".
  const [uses, setUses] = useState(0);
  return (
    <Page
      width="form"
      heading={t("AI provider")}
      description={t("Choose the AI model for this company. Without an API key, the built-in engine is used.")}
    >
      <CompanySelect company={company} />
      {error && <Failed message={error.message || t("Failed to load settings")} onRetry={() => void refetch()} />}
      {!error && !data && <PageSkeleton />}
      {data && (
        <>
          {user.tenantIsOwner && (
            <FoundModels
              key={`found ${company.id}`}
              tenantId={company.id}
              saved={data}
              onUsed={() => setUses((before) => before + 1)}
            />
          )}
          <AiSettingsForm key={`${company.id} ${uses}`} tenantId={company.id} saved={data} />
          <SavedModelTest key={`test ${company.id} ${uses}`} />
        </>
      )}
    </Page>
  );
}

const SavedModelTest = () => <QuickTest test={useTestAi()} />;
