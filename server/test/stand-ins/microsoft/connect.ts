import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { sealTokens } from "#features/mailboxes/oauth/tokens.ts";

type Tokens = { access_token: string; refresh_token: string; expires_in: number };

/** A cloud mailbox as after a consent, for tests that start there. */
export async function connectAs(
  world: World,
  who: { tenantId: string; id: string },
  { kind, email, tokens }: { kind: "gmail" | "outlook"; email: string; tokens: Tokens },
): Promise<MailboxKey> {
  const key = { tenantId: who.tenantId, userId: who.id, id: newId() };
  const passwordSealed = sealTokens(world.sealer, key, {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: world.outside.now().getTime() + tokens.expires_in * 1000,
  });
  const row = { ...key, kind, email, username: email, passwordSealed };
  await fencedTransaction(world.db, key, (tx) => tx.insert(mailboxes).values(row));
  return key;
}
