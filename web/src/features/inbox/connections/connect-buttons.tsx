import { t } from "@intellibox/contract/text/t";
import { classNames } from "#lib/class-names.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApprovalNeeded } from "./approval-needed.tsx";
import { useProviderSignIn } from "./use-provider-sign-in.ts";

const providers = [
  { provider: "gmail", label: t("Connect Gmail"), dot: "bg-gmail" },
  { provider: "outlook", label: t("Connect Outlook"), dot: "bg-outlook" },
] as const;

/** Buttons that open a provider's sign-in. If the installation is not set up for it, says what is missing. */
export function ConnectButtons() {
  const { connect, busy, problem, dismissProblem, approval } = useProviderSignIn();
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {providers.map(({ provider, label, dot }) => (
          <Button
            key={provider}
            size="lg"
            busy={busy === provider}
            icon={<span className={classNames("size-2 rounded-full", dot)} />}
            onClick={() => connect(provider)}
          >
            {label}
          </Button>
        ))}
      </div>
      {approval && (
        <ApprovalNeeded key={approval.kind} kind={approval.kind}>
          {approval.message}
        </ApprovalNeeded>
      )}
      {problem && (
        <Alert kind="warn" onDismiss={dismissProblem}>
          {problem}
        </Alert>
      )}
    </>
  );
}
