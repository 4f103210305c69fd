import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import type { Scope, World } from "#scope.ts";
import type { MailboxRow } from "./mailbox-key.ts";
import { loginOf } from "./mailbox-login.ts";

/** The connections with which this process watches mailboxes, by the mailbox's id. */
export const watchedMailboxes = () => new Map<string, Mailbox>();

/**
 * Runs `work` with a connection to the mailbox. With `reuse` it is the one that this process watches the mailbox with, if there
 * is one. That connection may end at any moment; only work that is repeated anyway should reuse it.
 */
export async function withMailbox<T>(
  world: World | Scope,
  row: MailboxRow,
  work: (mailbox: Mailbox) => Promise<T>,
  { reuse = false } = {},
): Promise<T> {
  const watched = reuse ? world.once(watchedMailboxes).get(row.id) : undefined;
  watched?.recall?.(row.cursor);
  if (watched) return work(watched);
  const mailbox = await world.outside.openMailbox(loginOf(world, row));
  try {
    mailbox.recall?.(row.cursor);
    return await work(mailbox);
  } finally {
    await mailbox.close().catch(() => undefined);
  }
}
