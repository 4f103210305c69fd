import type { ConnectedKind } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { requestPolicyQuery, useCreateRequest, useLiveRequests } from "#api/requests.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";

/** Says that an approval is needed before the user types a password. */
export function ApprovalNote() {
  const { user } = useSignedIn();
  const { data } = useQuery(requestPolicyQuery);
  useLiveRequests();
  if (!data?.mailboxApproval || user.roleCode !== "NORMAL_USER") return null;
  return (
    <Alert kind="info">
      {t("Your company approves mailboxes before they are connected. Connect one to request approval.")}
    </Alert>
  );
}

type ApprovalNeededProps = {
  kind: ConnectedKind;
  /** Absent for OAuth providers, whose address is known only after sign-in. */
  email?: string;
  /** The server's message. */
  children: string;
};

/** Shown if the server refused a connection until an administrator approves it. Offers to request the approval. */
export function ApprovalNeeded({ kind, email, children }: ApprovalNeededProps) {
  const create = useCreateRequest();
  const [typed, setTyped] = useState("");
  const account = email ?? typed.trim();
  const ask = () => create.mutate({ type: "Mailbox connect approval", kind, email: account, note: "" });
  if (create.isSuccess)
    return (
      <Alert kind="ok">{t("Request sent. You can connect {account} once an admin approves it.", { account })}</Alert>
    );
  return (
    <Alert kind="warn">
      <p>{children}</p>
      {email === undefined && (
        <TextField
          className="mt-3 max-w-sm"
          label={t("Email address of the account")}
          type="email"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {create.error && <p className="mt-2 font-medium">{messageOf(create.error)}</p>}
      <Button
        className="mt-3"
        size="sm"
        busy={create.isPending}
        busyLabel={t("Sending…")}
        disabled={account === ""}
        onClick={ask}
      >
        {t("Ask for approval")}
      </Button>
    </Alert>
  );
}
