import type { ErasureContents } from "@intellibox/contract/endpoints/data-tasks";
import { t } from "@intellibox/contract/text/t";
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
      toast.success(t("The erasure of {name} has started", { name }), screenToast);
      onClose();
    });
  return (
    <Confirm
      title={t("Erase all data of {name}?", { name })}
      action={t("Erase")}
      busyAction={t("Starting…")}
      busy={isStarting}
      error={failure}
      typed={{ expected: confirm ?? "\0", label: confirm ? t("Type {confirm} to confirm", { confirm }) : t("Confirm") }}
      onConfirm={erase}
      onCancel={onClose}
    >
      {error && <Failed message={error.message} onRetry={() => void contents.refetch()} className="py-4" />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data && (
        <div className="flex flex-col gap-3">
          <p>
            {isCompany
              ? t("The company is closed at once. Then everything of it is removed from Intellibox:")
              : t(
                  "The account is closed at once, and mail that is not sent yet is stopped. Then everything of this person is removed from Intellibox:",
                )}
          </p>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-panel bg-subtle px-3 py-2 text-sm">
            {rowsOf(data, isCompany).map(([label, count]) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="text-end tabular-nums">{grouped(count)}</dd>
              </div>
            ))}
          </dl>
          <p className="text-sm text-text-3">
            {isCompany
              ? t("Mail on its mail servers, mail that others received, and backups stay.")
              : t(
                  "Mail on the mail server, mail that others received, anonymous counts and backups stay. Audit records stay without the name.",
                )}{" "}
            {t("This cannot be undone.")}
          </p>
        </div>
      )}
    </Confirm>
  );
}

const rowsOf = (found: ErasureContents, isCompany: boolean): [string, number][] =>
  (
    [
      [t("Users"), isCompany ? found.users : 0],
      [t("Mailboxes"), found.mailboxes],
      [t("Messages"), found.messages],
      [t("Unsent mails"), found.unsentMails],
      [t("Drafts"), found.drafts],
      [t("Summaries"), found.summaries],
      [t("Follow-ups"), found.followUps],
      [t("Email logs"), found.emailLogs],
      [t("Exports"), found.exports],
      [isCompany ? t("Audit records") : t("Audit records (name removed)"), found.auditRecords],
    ] satisfies [string, number][]
  ).filter(([label, count]) => count > 0 || label === "Messages");
