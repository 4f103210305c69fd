import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { webhookSecretQuery } from "#api/mail-rules.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Modal } from "#components/ui/modal.tsx";

/** Shows the secret of the user's webhooks, which is loaded only when the user asks for it. */
export function WebhookSecretDialog({ onClose }: { onClose: () => void }) {
  const [isShown, setIsShown] = useState(false);
  const { data, error, refetch } = useQuery({ ...webhookSecretQuery, enabled: isShown });
  return (
    <Modal
      title={t("Secret of the webhooks")}
      description={t("Each call of a webhook is signed with it, so that the receiver knows that the call is yours.")}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("Close")}</Button>}
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm text-text-2">
          {t(
            "The header X-Intellibox-Signature has the form t=…,v1=…. The second part is the HMAC-SHA256, in hexadecimal, of the time, a dot and the body.",
          )}
        </p>
        {!isShown && (
          <Button
            className="self-start"
            icon={<Eye className="size-4" aria-hidden="true" />}
            onClick={() => setIsShown(true)}
          >
            {t("Show the secret")}
          </Button>
        )}
        {isShown && !data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
        {isShown && !data && !error && <Skeleton className="h-9 w-full" />}
        {data && (
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 flex-1 rounded-control bg-subtle px-3 py-2 text-sm [overflow-wrap:anywhere]">
              {data}
            </code>
            <CopyButton text={data} />
          </div>
        )}
      </div>
    </Modal>
  );
}
