import type { WrittenMail } from "@intellibox/contract/endpoints/own-mail";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { composeDefaults } from "#lib/drafts/compose-draft.ts";
import { dateTime } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { useNavigate } from "#lib/router/router.tsx";
import { writtenMailQuery } from "#api/own-mail.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { useLocalDraft } from "./use-shelved-draft.ts";

/** A mail of the outbox in the editor, with its files. */
export type EditedMail = Omit<WrittenMail, "files"> & { files: File[] };

/** Loads the mail before the editor opens. If the mail cannot be edited, says why and links to the outbox. */
export function LoadEdited({ id, children }: { id: string; children: (mail: EditedMail) => ReactNode }) {
  const { data, error, refetch } = useQuery(writtenMailQuery(id));
  if (data) return children(data);
  if (!error) return <PageSkeleton />;
  return (
    <div className="flex flex-col items-center">
      <Failed message={error.message} onRetry={() => void refetch()} />
      <Link to="/outbox" className={buttonClass({ variant: "ghost" })}>
        {t("Back to Outbox")}
      </Link>
    </div>
  );
}

/** The editor's draft. It is not saved: the outbox keeps the unedited mail, and the user's own compose draft stays untouched. */
export function useEditedDraft(mail: EditedMail) {
  const navigate = useNavigate();
  return useLocalDraft({
    start: () => ({
      ...composeDefaults,
      intent: "",
      extra: "",
      to: mail.to.join(", "),
      ...(mail.cc.length > 0 && { cc: mail.cc.join(", ") }),
      ...(mail.bcc.length > 0 && { bcc: mail.bcc.join(", ") }),
      subject: mail.subject,
      bodyHtml: mail.html,
    }),
    onReset: () => void navigate("/outbox"),
  });
}

/** Says which mail is edited, and what happens to the stored one meanwhile. */
export const EditedBanner = ({ mail }: { mail: EditedMail }) => (
  <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-4 py-2 text-sm md:px-6">
    <Pencil className="size-4 shrink-0 text-accent-text" aria-hidden="true" />
    <p className="min-w-0 flex-1">{meanwhileOf(mail)}</p>
    <Link to="/outbox" className={buttonClass({ variant: "ghost", size: "sm" })}>
      {t("Stop editing")}
    </Link>
  </div>
);

function meanwhileOf({ state, sendAt }: EditedMail) {
  if (sendAt && state !== "failed" && state !== "unconfirmed")
    return t("You are editing a mail of your outbox. Unless you save it, it is sent as it was, {sendAt}.", {
      sendAt: dateTime(sendAt),
    });
  return t("You are editing a mail that was not sent. It stays in your outbox until you send it.");
}

/** The initial values of `useSendForm`. */
export const startOf = ({ files, followUpDays, tracked }: EditedMail) => ({
  files,
  followUp: followUpDays ? String(followUpDays) : "",
  isTracked: tracked,
});

/** Names the outbox entry to replace, and the thread that the mail belongs to. */
export const replacementFor = ({ id, inReplyTo, references, mailboxId, account, followUpId }: EditedMail) => ({
  replaces: id,
  inReplyTo: inReplyTo ?? undefined,
  references,
  mailboxId: mailboxId ?? undefined,
  account: account ?? undefined,
  followUpId: followUpId ?? undefined,
});

/** The scheduled time, kept unless the user picks another; undefined if the mail is sent at once. */
export const plannedTimeOf = ({ state, sendAt }: EditedMail) =>
  state === "scheduled" && sendAt && sendAt.getTime() > Date.now() ? sendAt : undefined;
