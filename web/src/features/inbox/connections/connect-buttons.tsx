import { useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { classNames } from "#lib/class-names.ts";
import { useStartConnecting } from "#api/inbox.ts";
import { Alert } from "#components/alert.tsx";
import { Button } from "#components/button.tsx";
import { ApprovalNeeded } from "./approval-needed.tsx";

const providers = [
  { provider: "gmail", label: "Connect Gmail", dot: "bg-gmail" },
  { provider: "outlook", label: "Connect Outlook", dot: "bg-outlook" },
] as const;

/** Sends the browser to the provider's own sign-in; says what is missing where the installation is not set up for it. */
export function ConnectButtons() {
  const start = useStartConnecting();
  const [problem, setProblem] = useState<string | null>(null);
  const connect = (provider: "gmail" | "outlook") => {
    setProblem(null);
    start.mutate(provider, {
      onSuccess: (url) => {
        // The server names the address; only a web page may be gone to.
        if (/^https?:\/\//i.test(url)) window.location.assign(url);
        else setProblem("The address to sign in at is not valid.");
      },
      onError: (error) => setProblem(needsApproval(error) ? null : messageOf(error)),
    });
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {providers.map(({ provider, label, dot }) => (
          <Button
            key={provider}
            size="lg"
            busy={start.isPending && start.variables === provider}
            icon={<span className={classNames("size-2 rounded-full", dot)} />}
            onClick={() => connect(provider)}
          >
            {label}
          </Button>
        ))}
      </div>
      {needsApproval(start.error) && start.variables && (
        <ApprovalNeeded key={start.variables} kind={start.variables}>
          {messageOf(start.error)}
        </ApprovalNeeded>
      )}
      {problem && (
        <Alert kind="warn" onDismiss={() => setProblem(null)}>
          {problem}
        </Alert>
      )}
    </>
  );
}

const needsApproval = (error: unknown) => error instanceof ApiError && error.code === "approval_required";
