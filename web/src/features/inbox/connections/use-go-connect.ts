import { useState } from "react";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { useStartConnecting } from "#api/inbox.ts";

/** Sends the browser to a provider's own sign-in, or says why that cannot be. */
export function useGoConnect() {
  const start = useStartConnecting();
  const [problem, setProblem] = useState<string | null>(null);
  const go = (provider: "gmail" | "outlook") => {
    setProblem(null);
    start.mutate(provider, {
      onSuccess: (url) => {
        // The server names the address; only a web page may be gone to.
        if (/^https?:\/\//i.test(url)) window.location.assign(url);
        else setProblem("The sign-in address is not valid.");
      },
      onError: (error) => setProblem(needsApproval(error) ? null : messageOf(error)),
    });
  };
  return {
    go,
    /** The provider that is being gone to. */
    busy: start.isPending ? start.variables : null,
    problem,
    dismiss: () => setProblem(null),
    /** Where the company has to approve it first. */
    approval:
      needsApproval(start.error) && start.variables ? { kind: start.variables, words: messageOf(start.error) } : null,
  };
}

const needsApproval = (error: unknown) => error instanceof ApiError && error.code === "approval_required";
