import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { useQuery } from "@tanstack/react-query";
import { useSignedIn } from "#lib/session/session.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { forwardedFilesQuery } from "#api/mail-files.ts";
import { profileQuery } from "#api/users.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { InlineComposer } from "./inline-composer.tsx";
import { hasOthers, startOf } from "./reply-start.ts";
import type { InlineReply, OpenComposer } from "./use-inline-reply.ts";

type LoadComposerProps = { message: MailMessage; composer: OpenComposer; reply: InlineReply };

/** Loads the mailboxes, the user's way of replying, and the files of a forwarded mail, before the composer opens. */
export function LoadComposer({ message, composer, reply }: LoadComposerProps) {
  const { user } = useSignedIn();
  const isForward = composer.kind === "forward";
  const mailboxes = useQuery(mailboxesQuery);
  const files = useQuery({ ...forwardedFilesQuery(message, false), enabled: isForward });
  const profile = useQuery({ ...profileQuery, retry: false });
  const failed = mailboxes.error ? mailboxes : files.error ? files : undefined;
  if (failed) return <Failed message={failed.error?.message ?? ""} onRetry={() => void failed.refetch()} />;
  if (!mailboxes.data || (isForward && !files.data) || (composer.isFirst && profile.isLoading))
    return <Skeleton className="h-72" />;
  const isToAll = composer.isFirst && profile.data?.repliesToAll === true;
  const opened = isToAll ? toAllIfOthers(composer, message, mailboxes.data, user.email) : composer;
  const { kind, answer, isContinued, prepared } = opened;
  const options = { kind, answer, isContinued, draft: prepared?.text, mailboxes: mailboxes.data, ownEmail: user.email };
  const forwarded = (isForward && files.data) || { files: [] };
  return <InlineComposer {...{ message, reply, forwarded }} composer={opened} start={startOf(message, options)} />;
}

const toAllIfOthers = (
  composer: OpenComposer,
  message: MailMessage,
  mailboxes: readonly ConnectedMailbox[],
  ownEmail: string,
): OpenComposer => (hasOthers(message, mailboxes, ownEmail) ? { ...composer, kind: "replyAll" } : composer);
