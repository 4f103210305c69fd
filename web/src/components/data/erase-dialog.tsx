import type { ErasureContents } from "@intellibox/contract/endpoints/data-tasks";
import type { UseQueryResult } from "@tanstack/react-query";
import { grouped } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { Failed, Skeleton } from "../ui/async-states.tsx";
import { Confirm } from "../ui/confirm.tsx";

type EraseDialogProps = {
  name: string;
  isCompany: boolean;
  contents: Pick<UseQueryResult<ErasureContents>, "data" | "error" | "refetch">;
  isStarting: boolean;
  /** Why the last attempt was refused. */
  failure: string | undefined;
  /** Starts the erasure with the typed text. */
  onErase: (typed: string, onStarted: () => void) => void;
  onClose: () => void;
};

/** Asks before an erasure: shows what is removed and what stays, and needs the email or the code to be typed. */
export function EraseDialog(props: EraseDialogProps) {
  const { name, isCompany, contents, isStarting, failure, onErase, onClose } = props;
  const { data, error } = contents;
  const confirm = data?.confirm;
  const erase = (typed: string) =>
    onErase(typed, () => {
      toast.success(`The erasure of ${name} has started`, screenToast);
      onClose();
    });
  return (
    <Confirm
      title={`Erase all data of ${name}?`}
      action="Erase"
      busyAction="Starting…"
      busy={isStarting}
      error={failure}
      typed={{ expected: confirm ?? "\0", label: confirm ? `Type ${confirm} to confirm` : "Confirm" }}
      onConfirm={erase}
      onCancel={onClose}
    >
      {error && <Failed message={error.message} onRetry={() => void contents.refetch()} className="py-4" />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data && (
        <div className="flex flex-col gap-3">
          <p>
            {isCompany
              ? "The company is closed at once. Then everything of it is removed from Intellibox:"
              : "The account is closed at once, and mail that is not sent yet is stopped. Then everything of this person is removed from Intellibox:"}
          </p>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-panel bg-subtle px-3 py-2 text-sm">
            {rowsOf(data, isCompany).map(([label, count]) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="text-right tabular-nums">{grouped(count)}</dd>
              </div>
            ))}
          </dl>
          <p className="text-sm text-text-3">
            {isCompany
              ? "Mail on its mail servers, mail that others received, and backups stay."
              : "Mail on the mail server, mail that others received, anonymous counts and backups stay. Audit records stay without the name."}{" "}
            This cannot be undone.
          </p>
        </div>
      )}
    </Confirm>
  );
}

const rowsOf = (found: ErasureContents, isCompany: boolean): [string, number][] =>
  (
    [
      ["Users", isCompany ? found.users : 0],
      ["Mailboxes", found.mailboxes],
      ["Messages", found.messages],
      ["Unsent mails", found.unsentMails],
      ["Drafts", found.drafts],
      ["Summaries", found.summaries],
      ["Follow-ups", found.followUps],
      ["Email logs", found.emailLogs],
      ["Exports", found.exports],
      [isCompany ? "Audit records" : "Audit records (name removed)", found.auditRecords],
    ] satisfies [string, number][]
  ).filter(([label, count]) => count > 0 || label === "Messages");
