import type { MailDraft } from "@intellibox/contract/endpoints/drafts";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { FilePen } from "lucide-react";
import type { ReactNode } from "react";
import { composeDefaults } from "#lib/drafts/compose-draft.ts";
import { draftShelf } from "#lib/drafts/draft-shelf.ts";
import { Link } from "#lib/router/link.tsx";
import { mailDraftQuery } from "#api/mail-drafts.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { useShelvedDraft } from "./use-shelved-draft.ts";

/** A draft of a mailbox's Drafts folder in the editor, with its files. */
export type OpenedDraft = Omit<MailDraft, "files"> & { files: File[]; problem?: string };

export const draftsPlace = "/inbox?folder=drafts";

/** Loads the draft and its files before the editor opens. */
export function LoadMailDraft({ id, children }: { id: string; children: (draft: OpenedDraft) => ReactNode }) {
  const { data, error, refetch } = useQuery(mailDraftQuery(id));
  if (data) return children(data);
  if (!error) return <PageSkeleton />;
  return (
    <div className="flex flex-col items-center">
      <Failed message={error.message} onRetry={() => void refetch()} />
      <BackToDrafts label={t("Back to Drafts")} />
    </div>
  );
}

/** One draft at a time is kept in the browser. */
const shelf = draftShelf("intellibox.mail-draft.draft");

export const useMailDraft = ({ id, to, cc, bcc, subject, html }: OpenedDraft) =>
  useShelvedDraft({
    shelf,
    about: id,
    fresh: () => ({
      ...composeDefaults,
      to: to.join(", "),
      ...(cc.length > 0 && { cc: cc.join(", ") }),
      ...(bcc.length > 0 && { bcc: bcc.join(", ") }),
      subject,
      bodyHtml: html,
    }),
    leaveTo: draftsPlace,
  });

/** Called when the mail was accepted for sending. */
export const forgetMailDraft = () => shelf.clear();

/** Says which draft is continued, and when it leaves the Drafts folder. */
export const MailDraftBanner = ({ draft }: { draft: OpenedDraft }) => (
  <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-4 py-2 text-sm md:px-6">
    <FilePen className="size-4 shrink-0 text-accent-text" aria-hidden="true" />
    <p className="min-w-0 flex-1">
      {t("This draft is in the Drafts folder of {account}. It stays there as it is until this mail was sent.", {
        account: draft.account,
      })}
    </p>
    <BackToDrafts label={t("Stop editing")} />
  </div>
);

const BackToDrafts = ({ label }: { label: string }) => (
  <Link to={draftsPlace} className={buttonClass({ variant: "ghost", size: "sm" })}>
    {label}
  </Link>
);

/** Names the draft that the mail finishes, its thread and its mailbox. */
export const finishing = ({ id, inReplyTo, references, mailboxId, account }: OpenedDraft) => ({
  draft: id,
  inReplyTo: inReplyTo ?? undefined,
  references,
  mailboxId,
  account,
});
