import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { useQuery } from "@tanstack/react-query";
import { useSignedIn } from "#lib/session/session.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { profileQuery } from "#api/users.ts";
import { hasOthers } from "./reply-start.ts";

/** Whether the Reply button and R answer all: the user chose so, and there is somebody else. */
export function useRepliesToAll(message: MailMessage | undefined): boolean {
  const { user } = useSignedIn();
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  const { data: profile } = useQuery({ ...profileQuery, retry: false });
  return profile?.repliesToAll === true && message !== undefined && hasOthers(message, mailboxes, user.email);
}
