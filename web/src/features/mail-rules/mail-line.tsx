import { t } from "@intellibox/contract/text/t";
import { shortMoment } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";

type MailLineProps = {
  mail: { messageId: string; mailboxId: string | null; from: string; subject: string; date: Date };
  /** Whether the subject leads to the mail. */
  isLink?: boolean;
};

/** The sender, the subject and the moment of a mail. */
export function MailLine({ mail: { messageId, mailboxId, from, subject, date }, isLink = false }: MailLineProps) {
  const title = subject || t("(no subject)");
  return (
    <div className="flex min-w-0 items-baseline gap-2 text-sm">
      <span dir="auto" className="w-40 shrink-0 truncate text-text-2 max-sm:w-24">
        {from}
      </span>
      {isLink && mailboxId !== null ? (
        <Link
          to={`/inbox?message=${messageId}`}
          dir="auto"
          className="min-w-0 flex-1 truncate text-text hover:underline"
        >
          {title}
        </Link>
      ) : (
        <span dir="auto" className="min-w-0 flex-1 truncate text-text">
          {title}
        </span>
      )}
      <span className="shrink-0 text-xs text-text-3 tabular-nums">{shortMoment(date)}</span>
    </div>
  );
}
