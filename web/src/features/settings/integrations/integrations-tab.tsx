import { t } from "@intellibox/contract/text/t";
import { ArrowLeft } from "lucide-react";
import { Link } from "#lib/router/link.tsx";
import { useActingCompany } from "#api/acting-company.ts";
import { Page } from "#components/ui/page.tsx";
import { KeyList } from "../api-keys/key-list.tsx";
import { WebhookList } from "../webhooks/webhook-list.tsx";

/** The company's connections to other programs, one card for each. */
export function IntegrationsTab() {
  const { id } = useActingCompany();
  return (
    <Page
      width="form"
      heading={t("Integrations")}
      description={t("Programs that work with your company.")}
      actions={
        <Link
          to="/settings"
          className="inline-flex min-h-target items-center gap-1.5 text-sm text-accent-text hover:underline"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {t("Back to Settings")}
        </Link>
      }
    >
      <div key={id} className="flex flex-col gap-10">
        <KeyList owner="company" />
        <WebhookList owner="company" />
      </div>
    </Page>
  );
}
