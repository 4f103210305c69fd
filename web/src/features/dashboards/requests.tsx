import type { Request } from "@intellibox/contract/endpoints/requests";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { runMutation } from "#lib/http/run-mutation.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { requestPolicyQuery, useDecideRequest, useLiveRequests, useSetRequestPolicy } from "#api/requests.ts";
import { ExportCsv, type PlainColumn, PlainTable } from "#components/table/plain-table.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Switch } from "#components/ui/checkbox.tsx";
import { FirstPassword } from "#components/ui/first-password.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { requestStatusNames, requestTypeNames } from "./request-words.ts";

export const statusTones: Record<Request["status"], BadgeTone> = {
  Pending: "warn",
  Review: "accent",
  Approved: "ok",
  Declined: "neutral",
};

const columnsWith = (decide: (row: Request) => ReactNode): PlainColumn<Request>[] => [
  { label: t("User"), text: ({ user }) => user },
  {
    label: t("Type"),
    text: ({ type, about }) => (about ? `${requestTypeNames[type]}: ${about}` : requestTypeNames[type]),
    // The buttons are below the text, since a fourth column would leave too little room for it.
    cell: (row) => (
      <>
        <span>{requestTypeNames[row.type]}</span>
        <span className="block text-xs text-text-3 [overflow-wrap:anywhere]">
          {[row.about, row.note].filter(Boolean).join(" · ")}
        </span>
        {decide(row)}
      </>
    ),
  },
  {
    label: t("Status"),
    text: ({ status }) => requestStatusNames[status],
    cell: ({ status }) => <Badge tone={statusTones[status]}>{requestStatusNames[status]}</Badge>,
  },
];

/** The requests of the company's users. Approving a request carries it out. */
export function Requests({ rows, isSample }: { rows: Request[]; isSample: boolean }) {
  const [made, setMade] = useState<{ who: string; password: string } | null>(null);
  const onPassword = (who: string, password: string) => setMade({ who, password });
  const columns = columnsWith((row) => !isSample && <Decide row={row} onPassword={onPassword} />);
  return (
    <SectionPanel
      title={t("Approvals and requests")}
      actions={<ExportCsv name={t("Approvals and requests")} columns={columns} rows={rows} />}
    >
      {rows.length > 0 ? (
        <PlainTable label={t("Approvals and requests")} columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <p className="px-4 pb-5 text-sm text-text-2">{t("No open requests.")}</p>
      )}
      {!isSample && <MailboxPolicy />}
      {made && <FirstPassword {...made} onClose={() => setMade(null)} />}
    </SectionPanel>
  );
}

const decided: Record<Request["status"], (user: string) => string> = {
  Pending: (user) => t("Pending {user}'s request", { user }),
  Review: (user) => t("Reviewing {user}'s request", { user }),
  Approved: (user) => t("Approved {user}'s request", { user }),
  Declined: (user) => t("Declined {user}'s request", { user }),
};

type DecideProps = { row: Request; onPassword: (who: string, password: string) => void };

function Decide({ row, onPassword }: DecideProps) {
  const decide = useDecideRequest();
  const { id, user, type, status, about, revocable } = row;
  const isOpen = status === "Pending" || status === "Review";
  if (!isOpen && !revocable) return null;
  const what = t("{type} from {user}", { type: requestTypeNames[type], user });
  const run = (decision: "review" | "approve" | "decline") =>
    // An approved request may leave the list before this runs. Its temporary password must still be shown.
    runMutation(decide, { id, decision }, ({ status: now, temporaryPassword, linkError }) => {
      if (linkError) toast.error(linkError, screenToast);
      toast.success(decided[now](user), screenToast);
      if (temporaryPassword) onPassword(about, temporaryPassword);
    });
  return (
    <span className="mt-2 flex flex-wrap gap-1.5">
      {isOpen && (
        <Button
          size="sm"
          variant="primary"
          busy={decide.isPending}
          aria-label={t("Approve: {what}", { what })}
          onClick={() => run("approve")}
        >
          {t("Approve")}
        </Button>
      )}
      {status === "Pending" && (
        <Button
          size="sm"
          disabled={decide.isPending}
          aria-label={t("Review: {what}", { what })}
          onClick={() => run("review")}
        >
          {t("Review")}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger-ghost"
        disabled={decide.isPending}
        aria-label={isOpen ? t("Decline: {what}", { what }) : t("Revoke: {what}", { what })}
        onClick={() => run("decline")}
      >
        {isOpen ? t("Decline") : t("Revoke")}
      </Button>
    </span>
  );
}

/** The switch for mailbox approval. It is saved at once. */
function MailboxPolicy() {
  const { data } = useQuery(requestPolicyQuery);
  const set = useSetRequestPolicy();
  useLiveRequests();
  if (!data) return null;
  const shown = set.isPending ? set.variables.mailboxApproval : data.mailboxApproval;
  return (
    <Switch
      className="border-t border-line px-4 py-2.5"
      label={t("Approve mailboxes before they are connected")}
      hint={t("Members need approval. Admins do not.")}
      checked={shown}
      onChange={(event) => set.mutate({ mailboxApproval: event.target.checked })}
    />
  );
}
