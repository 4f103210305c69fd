import type { MailProtocol } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { mailServerQuery } from "#api/mail-servers.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { MailServerForm } from "./mail-server-form.tsx";

export function MailServerPanel({ protocol, tenantId }: { protocol: MailProtocol; tenantId: string | undefined }) {
  const { data, error, refetch } = useQuery(mailServerQuery(protocol, tenantId));
  if (error) return <Failed message={error.message || t("Failed to load settings")} onRetry={() => void refetch()} />;
  if (data === undefined) return <FormSkeleton />;
  return <MailServerForm protocol={protocol} tenantId={tenantId} saved={data} />;
}

const FormSkeleton = () => (
  <div className="appear-late flex flex-col gap-5 pt-5" role="status">
    <span className="sr-only">{t("Loading…")}</span>
    {["host", "port", "username", "password"].map((field) => (
      <Skeleton key={field} className="h-9 w-full" />
    ))}
  </div>
);
