import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { screenToast, toast } from "#lib/toast.ts";
import { Alert } from "#components/ui/alert.tsx";
import { connectProblem } from "./connect-words.ts";

const told = ["connected", "connect_error", "provider"];

/** What became of a visit to a provider, as the address says on coming back. Said once: then the address is plain again. */
export function ConnectOutcome({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] | undefined }) {
  const [params, setParams] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const connected = params.get("connected");
  const refused = connectProblem(params.get("connect_error"), params.get("provider"));
  const email = mailboxes?.find(({ id }) => id === connected)?.email;
  const isTold = told.some((name) => params.has(name)) && (connected === null || mailboxes !== undefined);

  useEffect(() => {
    if (!isTold) return;
    if (refused) setProblem(refused);
    if (email) toast.success(`${email} is connected`, { ...screenToast, id: `connected ${email}` });
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of told) after.delete(name);
        return after;
      },
      { replace: true },
    );
  }, [isTold, refused, email, setParams]);

  if (!problem) return null;
  return (
    <Alert kind="bad" onDismiss={() => setProblem(null)}>
      {problem}
    </Alert>
  );
}
