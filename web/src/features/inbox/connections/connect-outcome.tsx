import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useState } from "react";
import { useSearchParams } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { Alert } from "#components/ui/alert.tsx";
import { connectProblem } from "./connect-words.ts";

const outcomeParams = ["connected", "connect_error", "provider"];

/** Shows the outcome of a provider's sign-in from the URL, and removes it from the URL so that a reload does not repeat it. */
export function ConnectOutcome({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] | undefined }) {
  const [params, setParams] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const connected = params.get("connected");
  const refused = connectProblem(params.get("connect_error"), params.get("provider"));
  const email = mailboxes?.find(({ id }) => id === connected)?.email;
  const isReady = outcomeParams.some((name) => params.has(name)) && (connected === null || mailboxes !== undefined);

  useEffect(() => {
    if (!isReady) return;
    if (refused) setProblem(refused);
    if (email) toast.success(t("{email} is connected", { email }), { ...screenToast, id: `connected ${email}` });
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of outcomeParams) after.delete(name);
        return after;
      },
      { replace: true },
    );
  }, [isReady, refused, email, setParams]);

  if (!problem) return null;
  return (
    <Alert kind="bad" onDismiss={() => setProblem(null)}>
      {problem}
    </Alert>
  );
}
