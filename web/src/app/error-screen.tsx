import { t } from "@intellibox/contract/text/t";
import { RefreshCw } from "lucide-react";
import { messageOf } from "#lib/http/api-error.ts";
import { Button } from "#components/ui/button.tsx";

/** Shown if a component throws an unexpected error. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div role="alert" className="flex h-full min-h-80 flex-col items-center justify-center gap-3 p-6 text-center">
      <p className="text-xl font-semibold text-text">{t("Unexpected Application Error!")}</p>
      <p className="max-w-prose text-base [overflow-wrap:anywhere] text-text-2">{messageOf(error)}</p>
      <Button icon={<RefreshCw className="size-4" aria-hidden="true" />} onClick={() => location.reload()}>
        {t("Reload the page")}
      </Button>
    </div>
  );
}
