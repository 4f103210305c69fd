import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { useStartConnecting } from "#api/inbox.ts";

/** Opens a provider's sign-in page, or reports why it cannot be opened. */
export function useProviderSignIn() {
  const start = useStartConnecting();
  const [problem, setProblem] = useState<string | null>(null);
  const connect = (provider: "gmail" | "outlook") => {
    setProblem(null);
    start.mutate(provider, {
      onSuccess: (url) => {
        // Only web addresses: a `javascript:` URL would run as code.
        if (/^https?:\/\//i.test(url)) window.location.assign(url);
        else setProblem(t("The sign-in address is not valid."));
      },
      onError: (error) => setProblem(needsApproval(error) ? null : messageOf(error)),
    });
  };
  return {
    connect,
    /** The provider whose sign-in is being opened. */
    busy: start.isPending ? start.variables : null,
    problem,
    dismissProblem: () => setProblem(null),
    /** Set if an administrator has to approve the mailbox first. */
    approval:
      needsApproval(start.error) && start.variables ? { kind: start.variables, message: messageOf(start.error) } : null,
  };
}

const needsApproval = (error: unknown) => error instanceof ApiError && error.code === "approval_required";
