// The aliases that Gmail and Outlook list for an account.
import type { MailboxAlias } from "@intellibox/contract/endpoints/mailbox-aliases";
import type { MailboxKind } from "@intellibox/contract/rules/choices";
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import { maxAliases } from "@intellibox/contract/rules/mailbox-settings";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, inArray, ne, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { users } from "#db/tables/users.ts";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { isMailbox, type MailboxRow } from "./mailbox-key.ts";

export const hasProviderAliases = (kind: MailboxKind) => kind === "gmail" || kind === "outlook";

const staleMs = 24 * 3600 * 1000;

/** Reads the list in a sync, once a day. A failure changes nothing: the next sync tries again. */
export async function readProviderAliases(world: World, row: MailboxRow, mailbox: Mailbox): Promise<void> {
  const { aliasesReadAt } = row;
  const isFresh = aliasesReadAt !== null && world.outside.now().getTime() - aliasesReadAt.getTime() < staleMs;
  if (!mailbox.listAliases || isFresh) return;
  try {
    const listed = await mailbox.listAliases();
    await fencedTransaction(world.db, row, (tx) => storeProviderAliases(tx, row, listed));
  } catch (error) {
    world.log.info({ err: error, mailbox: row.id }, "the aliases of a mailbox were not read");
  }
}

/** The addresses are the provider's words: what is not an address is left out, and so is the mailbox's own. */
export async function storeProviderAliases(tx: Tx, row: MailboxRow, listed: string[]): Promise<void> {
  const addresses = listed.map((address) => address.trim().toLowerCase());
  const usable = addresses.filter(
    (address) => address.length <= 254 && emailPattern.test(address) && address !== row.email.toLowerCase(),
  );
  // Mail cannot leave as another user of the company, whatever the provider allows.
  const isColleagues = and(eq(users.tenantId, row.tenantId), ne(users.id, row.userId), inArray(users.email, usable));
  const colleagues = usable.length === 0 ? [] : await tx.select({ email: users.email }).from(users).where(isColleagues);
  const aliases = [...new Set(usable)]
    .filter((address) => !colleagues.some(({ email }) => email === address))
    .slice(0, maxAliases)
    .map((address): MailboxAlias => ({ address, source: "provider", isConfirmed: true }));
  await tx.update(mailboxes).set({ aliases, aliasesReadAt: sql`now()` }).where(isMailbox(row));
}
