import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";

/** Mailboxes that this process is signed in to and listens to, by their id: whoever has work there uses that connection. */
export type Sessions = Map<string, Mailbox>;

const known = new WeakMap<World["db"], Sessions>();

export function sessionsOf({ db }: Pick<World, "db">): Sessions {
  const found = known.get(db) ?? new Map<string, Mailbox>();
  known.set(db, found);
  return found;
}
