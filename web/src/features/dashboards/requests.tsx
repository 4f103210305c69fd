import type { Request } from "@intellibox/contract/endpoints/requests";
import { useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { useDecideRequest } from "#api/requests.ts";
import { Badge, type BadgeTone } from "#components/badge.tsx";
import { Button } from "#components/button.tsx";
import { CopyButton } from "#components/copy-button.tsx";
import { Modal } from "#components/modal.tsx";
import { ExportCsv, type PlainColumn, PlainTable } from "#components/plain-table.tsx";
import { SectionPanel } from "#components/section-panel.tsx";

export const statusTones: Record<Request["status"], BadgeTone> = {
  Pending: "warn",
  Review: "accent",
  Approved: "ok",
  Declined: "neutral",
};

const columns: PlainColumn<Request>[] = [
  { label: "User", text: ({ user }) => user },
  {
    label: "Type",
    text: ({ type, about }) => (about ? `${type}: ${about}` : type),
    cell: ({ type, about, note }) => (
      <>
        <span>{type}</span>
        <span className="block text-xs text-text-3 [overflow-wrap:anywhere]">
          {[about, note].filter(Boolean).join(" · ")}
        </span>
      </>
    ),
  },
  {
    label: "Status",
    text: ({ status }) => status,
    cell: ({ status }) => <Badge tone={statusTones[status]}>{status}</Badge>,
  },
];

/** What people of the company ask for; approving carries it out. */
export function Requests({ rows, isSample }: { rows: Request[]; isSample: boolean }) {
  const [made, setMade] = useState<{ about: string; password: string } | null>(null);
  const onPassword = (about: string, password: string) => setMade({ about, password });
  return (
    <SectionPanel
      title="Approvals and requests"
      actions={<ExportCsv name="Approvals and requests" columns={columns} rows={rows} />}
    >
      {rows.length > 0 ? (
        <PlainTable
          label="Approvals and requests"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          actions={isSample ? undefined : (row) => <Decide row={row} onPassword={onPassword} />}
        />
      ) : (
        <p className="px-4 pb-5 text-sm text-text-2">Nobody has asked for anything.</p>
      )}
      {made && <FirstPassword {...made} onClose={() => setMade(null)} />}
    </SectionPanel>
  );
}

type DecideProps = { row: Request; onPassword: (about: string, password: string) => void };

function Decide({ row, onPassword }: DecideProps) {
  const decide = useDecideRequest();
  const { id, user, type, status, about } = row;
  if (status !== "Pending" && status !== "Review") return null;
  const what = `${type} of ${user}`;
  const run = (decision: "review" | "approve" | "decline") =>
    decide.mutate(
      { id, decision },
      {
        onSuccess: ({ status: now, temporaryPassword }) => {
          toast.success(`${what}: ${now}`, screenToast);
          if (temporaryPassword) onPassword(about, temporaryPassword);
        },
      },
    );
  return (
    <span className="inline-flex gap-1.5">
      <Button
        size="sm"
        variant="primary"
        busy={decide.isPending}
        aria-label={`Approve: ${what}`}
        onClick={() => run("approve")}
      >
        Approve
      </Button>
      {status === "Pending" && (
        <Button size="sm" disabled={decide.isPending} aria-label={`Review: ${what}`} onClick={() => run("review")}>
          Review
        </Button>
      )}
      <Button
        size="sm"
        variant="danger-ghost"
        disabled={decide.isPending}
        aria-label={`Decline: ${what}`}
        onClick={() => run("decline")}
      >
        Decline
      </Button>
    </span>
  );
}

type FirstPasswordProps = { about: string; password: string; onClose: () => void };

/** Shown this once: the server keeps only a hash of it. */
function FirstPassword({ about, password, onClose }: FirstPasswordProps) {
  const done = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Modal title="User added" onClose={onClose} keepOnOutsideClick width="sm" footer={done}>
      <p className="text-base text-text-2">
        Give {about} this first password. It is shown only now, and must be changed at the first sign-in.
      </p>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-control border border-line-strong bg-subtle px-3.5 py-2.5">
        <code className="min-w-0 text-base [overflow-wrap:anywhere] select-all">{password}</code>
        <CopyButton text={password} />
      </div>
    </Modal>
  );
}
