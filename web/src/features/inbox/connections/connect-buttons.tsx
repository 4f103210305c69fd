import { classNames } from "#lib/class-names.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApprovalNeeded } from "./approval-needed.tsx";
import { useGoConnect } from "./use-go-connect.ts";

const providers = [
  { provider: "gmail", label: "Connect Gmail", dot: "bg-gmail" },
  { provider: "outlook", label: "Connect Outlook", dot: "bg-outlook" },
] as const;

/** The ways to a provider's own sign-in; says what is missing where the installation is not set up for it. */
export function ConnectButtons() {
  const { go, busy, problem, dismiss, approval } = useGoConnect();
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {providers.map(({ provider, label, dot }) => (
          <Button
            key={provider}
            size="lg"
            busy={busy === provider}
            icon={<span className={classNames("size-2 rounded-full", dot)} />}
            onClick={() => go(provider)}
          >
            {label}
          </Button>
        ))}
      </div>
      {approval && (
        <ApprovalNeeded key={approval.kind} kind={approval.kind}>
          {approval.words}
        </ApprovalNeeded>
      )}
      {problem && (
        <Alert kind="warn" onDismiss={dismiss}>
          {problem}
        </Alert>
      )}
    </>
  );
}
