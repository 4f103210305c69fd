import type { Proposal } from "@intellibox/contract/endpoints/proposals";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { dateTime, listed } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { proposalsQuery, useDecideProposals } from "#api/proposals.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Part } from "../part.tsx";

/** Proposals of programs to send or delete mail. Each is carried out only if the user accepts it here. */
export function ProposalList() {
  const { data, error, refetch } = useQuery(proposalsQuery);
  return (
    <Part title={t("Waiting for your yes")}>
      <p className="text-base text-text-2">
        {t("An AI program can neither send nor delete mail by MCP. It asks here, and you decide within a day.")}
      </p>
      {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && data.length === 0 && <p className="text-sm text-text-3">{t("No program asks for anything.")}</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.map((proposal) => (
            <ProposalCard key={proposal.id} proposal={proposal} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { id, kind, keyName, reason, expiresAt } = proposal;
  const { accept, decline } = useDecideProposals();
  const isBusy = accept.isPending || decline.isPending;
  const done = kind === "send" ? t("Mail sent") : t("Messages deleted");
  const failure = accept.error ?? decline.error;
  return (
    <li className="flex flex-col gap-3 rounded-panel border border-line p-4">
      <div>
        <h3 className="text-base font-medium">
          {kind === "send"
            ? t("{keyName} wants to send a mail", { keyName })
            : t("{keyName} wants to delete {count, plural, one {# message} other {# messages}}", {
                keyName,
                count: proposal.messages.length,
              })}
        </h3>
        <p className="text-xs text-text-3">{t("Until {moment}", { moment: dateTime(expiresAt) })}</p>
        {reason && <p className="mt-1 text-sm text-text-2">{t("It says: {reason}", { reason })}</p>}
      </div>
      {proposal.kind === "send" ? <ProposedMail mail={proposal} /> : <ProposedDeletion messages={proposal.messages} />}
      {failure && <Alert kind="bad">{failure.message}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={kind === "send" ? "primary" : "danger"}
          busy={accept.isPending}
          disabled={isBusy}
          onClick={() => accept.mutate(id, { onSuccess: () => toast.success(done, screenToast) })}
        >
          {kind === "send" ? t("Send mail") : t("Delete messages")}
        </Button>
        <Button busy={decline.isPending} disabled={isBusy} onClick={() => decline.mutate(id)}>
          {t("Decline")}
        </Button>
      </div>
    </li>
  );
}

function ProposedMail({ mail }: { mail: Extract<Proposal, { kind: "send" }> }) {
  const lines = [
    [t("To"), mail.to],
    [t("Cc"), mail.cc],
    [t("Bcc"), mail.bcc],
  ] as const;
  return (
    <div className="rounded-control bg-subtle p-3 text-sm [overflow-wrap:anywhere]">
      {lines.map(([name, addresses]) =>
        addresses.length === 0 ? null : (
          <p key={name}>
            <span className="text-text-3">{name}:</span> {listed(addresses)}
          </p>
        ),
      )}
      <p className="mt-1 font-medium">{mail.subject}</p>
      <p className="mt-2 max-h-64 overflow-y-auto whitespace-pre-wrap">{mail.body}</p>
    </div>
  );
}

function ProposedDeletion({ messages }: { messages: Extract<Proposal, { kind: "delete" }>["messages"] }) {
  return (
    <>
      <ul className="max-h-64 overflow-y-auto rounded-control bg-subtle p-3 text-sm [overflow-wrap:anywhere]">
        {messages.map(({ id, from, subject, date }) => (
          <li key={id}>
            {subject} <span className="text-text-3">{`${from}, ${dateTime(date)}`}</span>
          </li>
        ))}
      </ul>
      <p className="text-xs text-text-3">
        {t("They go to the trash. What is in the trash already is deleted for good.")}
      </p>
    </>
  );
}
