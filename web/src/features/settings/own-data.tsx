import { t } from "@intellibox/contract/text/t";
import { Download } from "lucide-react";
import { screenToast, toast } from "#lib/toast.ts";
import { useStartExport } from "#api/data-tasks.ts";
import { DataTaskPanel } from "#components/data/data-task-panel.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { useDataTaskPanel } from "#state/use-data-task-panel.ts";

/** Lets a user export everything that Intellibox has of them. */
export function OwnData() {
  const start = useStartExport();
  const panel = useDataTaskPanel(({ subject }) => subject.isOwn);
  const begin = () =>
    start.mutate({ kind: "own" }, { onSuccess: () => toast.success(t("The export has started"), screenToast) });
  return (
    <section className="flex flex-col gap-5" aria-labelledby="own-data">
      <h2 id="own-data" className="text-lg font-semibold">
        {t("Your data")}
      </h2>
      {start.error && <Alert kind="bad">{start.error.message}</Alert>}
      <p className="text-base text-text-2">
        {t(
          "A ZIP file with your mail (mbox) and everything else (JSON): profile, drafts, follow-ups, summaries, logs. It is made in the background and can be downloaded for 7 days. To have your data erased, ask an admin of your company.",
        )}
      </p>
      <div>
        <Button
          icon={<Download className="size-4" aria-hidden="true" />}
          busy={start.isPending}
          busyLabel={t("Starting…")}
          onClick={begin}
        >
          {t("Export your data")}
        </Button>
      </div>
      <DataTaskPanel title={t("Your exports")} {...panel} />
    </section>
  );
}
