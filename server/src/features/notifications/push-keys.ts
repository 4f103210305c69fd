import { publicUrlOf } from "#lib/public-url.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { webPushKeys } from "#db/tables/notifications.ts";
import type { PushIdentity } from "#outside/web-push.ts";
import type { World } from "#scope.ts";

type Parts = Pick<World, "config" | "db" | "outside" | "sealer">;

const rowId = "current";
const place = placeOf(sealedColumns.webPushKey, "", rowId);

/**
 * The installation's key pair. It is made when it is first needed. Of processes that make one at the same time, all use the one that
 * was stored first.
 */
export async function pushIdentity({ config, db, outside, sealer }: Parts): Promise<PushIdentity> {
  const open = (row: typeof webPushKeys.$inferSelect) => ({
    publicKey: row.publicKey,
    privateKey: sealer.open(row.privateKeySealed, place),
    subject: subjectOf(publicUrlOf(config)),
  });
  // As platform: the pair belongs to the installation.
  const found = await fencedTransaction(db, "platform", findKeys);
  if (found && opens(() => open(found))) return open(found);
  const { publicKey, privateKey } = await outside.webPush.newKeys();
  const made = { publicKey, privateKeySealed: sealer.seal(privateKey, place) };
  return fencedTransaction(db, "platform", async (tx) => {
    await tx
      .insert(webPushKeys)
      .values({ id: rowId, ...made })
      .onConflictDoNothing();
    // A pair whose master key is lost and was given up: browsers subscribe again with the new one.
    if (found)
      await tx
        .update(webPushKeys)
        .set(made)
        .where(and(eq(webPushKeys.id, rowId), eq(webPushKeys.privateKeySealed, found.privateKeySealed)));
    return open(only(await tx.select().from(webPushKeys).where(eq(webPushKeys.id, rowId))));
  });
}

async function findKeys(tx: Tx) {
  const [row] = await tx.select().from(webPushKeys).where(eq(webPushKeys.id, rowId));
  return row;
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}

/** Whom a push service can write to if we disturb it (RFC 8292 2.1). */
const subjectOf = (url: string) => (url.startsWith("https:") ? url : `mailto:postmaster@${new URL(url).hostname}`);
