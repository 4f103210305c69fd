import type { EmailLog } from "@intellibox/contract/endpoints/email-logs";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { dateTime } from "#lib/format.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { engagementInWords } from "#lib/mail/engagement.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { emailLogQuery, useRetryMail } from "#api/email-logs.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";

/** The details of a logged mail: all recipients, times, engagement, and the server's message if it failed. */
export function EmailLogDetail({ log }: { log: EmailLog }) {
  const { data: full } = useQuery(emailLogQuery(log.id));
  return (
    <div className="flex max-w-3xl flex-col gap-3 py-1">
      {log.status === "failed" && <Failure log={log} />}
      {log.note && <Alert kind="info">{log.note}</Alert>}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
        <Line label={t("Subject")}>{log.subject}</Line>
        <Line label={t("From")}>{log.from}</Line>
        <Line label={t("To")}>{log.to.join(", ")}</Line>
        {full?.sentBy && (
          <Line label={t("Sent by")}>
            {full.sentBy.name} ({full.sentBy.email})
          </Line>
        )}
        <Line label={t("Requested")}>{dateTime(log.createdAt)}</Line>
        {log.sentAt && <Line label={t("Sent")}>{dateTime(log.sentAt)}</Line>}
        <Line label={t("Message id")}>
          <code className="text-xs">{log.messageId}</code>
        </Line>
        <Line label={t("Engagement")}>{engagementInWords(log)}</Line>
      </dl>
    </div>
  );
}

function Failure({ log }: { log: EmailLog }) {
  const retry = useRetryMail();
  const run = () =>
    runMutation(retry, log.id, ({ status }) =>
      toast.success(status === "queued" ? t("Queued again") : t("Sent"), screenToast),
    );
  return (
    <Alert
      kind="bad"
      action={
        <Button
          size="sm"
          icon={<RotateCw className="size-3.5" aria-hidden="true" />}
          busy={retry.isPending}
          busyLabel={t("Sending…")}
          onClick={run}
        >
          {t("Retry")}
        </Button>
      }
    >
      {log.error ?? t("The email could not be sent.")}
    </Alert>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 text-text-2 [overflow-wrap:anywhere] max-sm:mb-2">{children}</dd>
    </>
  );
}
