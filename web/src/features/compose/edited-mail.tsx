import type { WrittenMail } from "@intellibox/contract/endpoints/own-mail";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { type ComposeDraft, composeDefaults } from "#lib/drafts/compose-draft.ts";
import { dateTime } from "#lib/format.ts";
import { writtenMailQuery } from "#api/own-mail.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { buttonClass } from "#components/ui/button.tsx";

/** A mail of the outbox in the editor, with its files. */
export type EditedMail = Omit<WrittenMail, "files"> & { files: File[] };

/** Loads the mail first; what cannot be edited says why, and leads back. */
export function LoadEdited({ id, children }: { id: string; children: (mail: EditedMail) => ReactNode }) {
  const { data, error, refetch } = useQuery(writtenMailQuery(id));
  if (data) return children(data);
  if (!error) return <PageSkeleton />;
  return (
    <div className="flex flex-col items-center">
      <Failed message={error.message} onRetry={() => void refetch()} />
      <Link to="/outbox" className={buttonClass({ variant: "ghost" })}>
        Back to Outbox
      </Link>
    </div>
  );
}

/** The draft of the editor. Kept nowhere: until it is sent the mail stays in the outbox as it was, and so does one's own draft. */
export function useEditedDraft(mail: EditedMail) {
  const [draft, setDraft] = useState<ComposeDraft>(() => ({
    ...composeDefaults,
    intent: "",
    extra: "",
    to: mail.to.join(", "),
    subject: mail.subject,
    bodyHtml: mail.html,
  }));
  const latest = useRef(draft);
  const navigate = useNavigate();
  return {
    draft,
    latest: () => latest.current,
    other: null,
    change: (changes: Partial<ComposeDraft>) => {
      latest.current = { ...latest.current, ...changes };
      setDraft(latest.current);
    },
    reset: () => void navigate("/outbox"),
  };
}

/** Which mail is edited, and what becomes of it meanwhile. */
export const EditedBanner = ({ mail }: { mail: EditedMail }) => (
  <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-4 py-2 text-sm md:px-6">
    <Pencil className="size-4 shrink-0 text-accent-text" aria-hidden="true" />
    <p className="min-w-0 flex-1">{meanwhileOf(mail)}</p>
    <Link to="/outbox" className={buttonClass({ variant: "ghost", size: "sm" })}>
      Stop editing
    </Link>
  </div>
);

function meanwhileOf({ state, sendAt }: EditedMail) {
  if (sendAt && state !== "failed" && state !== "unconfirmed")
    return `You are editing a mail of your outbox. Unless you save it, it is sent as it was, ${dateTime(sendAt)}.`;
  return "You are editing a mail that was not sent. It stays in your outbox until you send it.";
}

/** What the writing desk begins with. */
export const startOf = ({ files, followUpDays, tracked }: EditedMail) => ({
  files,
  followUp: followUpDays ? String(followUpDays) : "",
  isTracked: tracked,
});

/** Whose place it takes, and in which conversation. */
export const placeOf = ({ id, inReplyTo, references, mailboxId, account, followUpId }: EditedMail) => ({
  replaces: id,
  inReplyTo: inReplyTo ?? undefined,
  references,
  mailboxId: mailboxId ?? undefined,
  account: account ?? undefined,
  followUpId: followUpId ?? undefined,
});

/** The hour it keeps unless another is chosen; undefined where it goes as soon as it is sent. */
export const plannedOf = ({ state, sendAt }: EditedMail) =>
  state === "scheduled" && sendAt && sendAt.getTime() > Date.now() ? sendAt : undefined;
