import type { MailMerge } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { Pause, Play, RotateCw, X } from "lucide-react";
import { useState } from "react";
import { runMutation } from "#lib/http/run-mutation.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { useMergeAction, useRetryFailed } from "#api/mail-merges.ts";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { mergePath } from "./merge-list.tsx";

/** Pause, resume, cancel, and another run for those who failed. */
export function MergeActions({ merge }: { merge: MailMerge }) {
  const navigate = useNavigate();
  const act = useMergeAction(merge.id);
  const retry = useRetryFailed(merge.id);
  const [isAsking, setIsAsking] = useState(false);
  const { state, totals } = merge;
  const isOpen = state === "running" || state === "scheduled" || state === "paused";
  const isBusy = (action: string) => act.isPending && act.variables === action;
  const left = totals.waiting + totals.sending;
  return (
    <>
      {state === "paused" && (
        <Button
          variant="primary"
          icon={<Play className="size-4" aria-hidden="true" />}
          busy={isBusy("resume")}
          onClick={() => act.mutate("resume")}
        >
          {t("Resume")}
        </Button>
      )}
      {(state === "running" || state === "scheduled") && (
        <Button
          icon={<Pause className="size-4" aria-hidden="true" />}
          busy={isBusy("pause")}
          onClick={() => act.mutate("pause")}
        >
          {t("Pause")}
        </Button>
      )}
      {isOpen && (
        <Button icon={<X className="size-4" aria-hidden="true" />} onClick={() => setIsAsking(true)}>
          {t("Cancel the rest")}
        </Button>
      )}
      {!isOpen && totals.failed > 0 && (
        <Button
          icon={<RotateCw className="size-4" aria-hidden="true" />}
          busy={retry.isPending}
          onClick={() => runMutation(retry, undefined, ({ id }) => void navigate(mergePath(id)))}
        >
          {t("Send to those who failed")}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t("Cancel the rest of this mail merge?")}
          action={t("Cancel the rest")}
          busy={isBusy("cancel")}
          onConfirm={() => runMutation(act, "cancel", () => setIsAsking(false))}
          onCancel={() => setIsAsking(false)}
        >
          {t("{count, plural, one {# person does} other {# people do}} not get the mail then.", { count: left })}
        </Confirm>
      )}
    </>
  );
}
