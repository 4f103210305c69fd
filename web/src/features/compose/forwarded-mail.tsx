import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { draftShelf } from "#lib/drafts/draft-shelf.ts";
import { forwardDraft } from "#lib/drafts/forward-draft.ts";
import { messageQuery } from "#api/inbox.ts";
import { type ForwardedFiles, forwardedFilesQuery } from "#api/mail-files.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { useShelvedDraft } from "./use-shelved-draft.ts";

/** A message to be forwarded: quoted with its attachments, or attached as a whole. */
export type ForwardedMail = { message: MailMessage; asAttachment: boolean } & ForwardedFiles;

type LoadForwardedProps = { id: string; asAttachment: boolean; children: (mail: ForwardedMail) => ReactNode };

/** Loads the message and its files before the editor opens. */
export function LoadForwarded({ id, asAttachment, children }: LoadForwardedProps) {
  const message = useQuery(messageQuery(id));
  const files = useQuery({
    ...forwardedFilesQuery(message.data, asAttachment),
    enabled: message.data !== undefined,
  });
  if (message.data && files.data) return children({ message: message.data, asAttachment, ...files.data });
  const failed = message.error ? message : files.error ? files : undefined;
  if (!failed) return <PageSkeleton />;
  return <Failed message={failed.error?.message ?? ""} onRetry={() => void failed.refetch()} />;
}

/** One forwarded mail at a time is kept in the browser. */
const shelf = draftShelf("intellibox.forward.draft");

/** The editor's draft of a forwarded message. */
export const useForwardDraft = ({ message, asAttachment }: ForwardedMail) =>
  useShelvedDraft({
    shelf,
    about: `${message.id} ${asAttachment}`,
    fresh: () => forwardDraft(message, asAttachment),
    leaveTo: "/compose",
  });

/** The initial values of `useSendForm`. A mail that only passes on a file expects no answer. */
export const forwardingStart = ({ files, problem, asAttachment }: ForwardedMail) => ({
  files,
  ...(problem && { problem }),
  ...(asAttachment && { followUp: "", isTracked: false }),
});

/** Called when the mail was accepted for sending. */
export const forgetForward = () => shelf.clear();
