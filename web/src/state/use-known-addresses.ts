import { useQuery } from "@tanstack/react-query";
import { ownAddresses } from "#lib/mail/own-addresses.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { useLoadedPeople } from "#api/known-people.ts";

/** The user's own addresses, and people whom the user knows, for the check before sending. */
export function useKnownAddresses() {
  const { user } = useSignedIn();
  const { data: mailboxes } = useQuery(mailboxesQuery);
  return { own: ownAddresses(user.email, mailboxes), known: useLoadedPeople() };
}
