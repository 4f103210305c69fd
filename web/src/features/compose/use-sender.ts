import { useQuery } from "@tanstack/react-query";
import type { ComposeDraft } from "#lib/drafts/compose-draft.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { profileQuery } from "#api/users.ts";

/** The mailbox that the mail on the screen is sent from: that of its origin, the chosen one, or the user's default. */
export function useSender(draft: ComposeDraft, origin: { mailboxId: string | null } | undefined) {
  const { data: mailboxes } = useQuery(mailboxesQuery);
  const { data: profile } = useQuery({ ...profileQuery, retry: false });
  const chosen = draft.mailboxId ?? profile?.defaultMailboxId ?? undefined;
  // A mailbox may be disconnected while the draft waits.
  const isGone = mailboxes !== undefined && !mailboxes.some(({ id }) => id === chosen);
  const mailboxId = origin ? (origin.mailboxId ?? "") : isGone ? "" : (chosen ?? "");
  const alias = origin || isGone ? "" : (draft.alias ?? "");
  const email = mailboxes?.find(({ id }) => id === mailboxId)?.email;
  return {
    mailboxes,
    mailboxId,
    alias,
    /** The sender of an edited mail, and of a draft in a mailbox, stays. */
    isFixed: origin !== undefined,
    /** Added to the draft with its first change: a later default does not change the sender of a mail that is begun. */
    begun: !origin && profile && draft.mailboxId === undefined ? { mailboxId } : {},
    /** By its address, because a mail that names a mailbox by its id counts as a reply. */
    named: email ? { account: alias || email } : { mailboxId: mailboxId || undefined },
  };
}
