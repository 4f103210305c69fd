// The credentials of the demo's companies for the built-in mail server: generated once, sealed in their mail settings, never shown.

import { equalInConstantTime } from "#lib/constant-time.ts";
import { newToken } from "#lib/tokens.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull } from "#db/orm.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { World } from "#scope.ts";
import { builtInHost, builtInUserName } from "#features/mail-servers/built-in-server.ts";
import { mailServerLogin } from "#features/mail-servers/mail-servers.ts";

export const localHost = builtInHost;
const userNameOf = builtInUserName;

const asPlatform = <T>(world: World, work: (tx: Tx) => Promise<T>) => fencedTransaction(world.db, "platform", work);

/** The settings that still point at the built-in server. Settings that an administrator changed are left alone. */
async function ownRows(tx: Tx, codes: string[]) {
  const rows = await tx
    .select({
      tenantId: tenants.id,
      code: tenants.code,
      host: mailServers.host,
      port: mailServers.port,
      username: mailServers.username,
    })
    .from(mailServers)
    .innerJoin(tenants, eq(tenants.id, mailServers.tenantId))
    .where(and(eq(mailServers.protocol, "smtp"), eq(mailServers.host, localHost), inArray(tenants.code, codes)));
  return rows.filter(({ code, username }) => username === userNameOf(code));
}

/** The port of the last run, so that it stays the same if it is free. */
export const lastPort = (world: World, codes: string[]) =>
  asPlatform(world, async (tx) => (await ownRows(tx, codes))[0]?.port ?? 0);

/** Gives companies without SMTP settings the built-in server, and updates the port of those that use it. */
export async function pointSettingsHere(world: World, codes: string[], port: number) {
  await asPlatform(world, async (tx) => {
    const follow = (await ownRows(tx, codes)).map(({ tenantId }) => tenantId);
    if (follow.length > 0)
      await tx
        .update(mailServers)
        .set({ port })
        .where(and(inArray(mailServers.tenantId, follow), eq(mailServers.protocol, "smtp")));
    const without = await tx
      .select({ tenantId: tenants.id, code: tenants.code })
      .from(tenants)
      .leftJoin(mailServers, and(eq(mailServers.tenantId, tenants.id), eq(mailServers.protocol, "smtp")))
      .where(and(inArray(tenants.code, codes), isNull(mailServers.tenantId)));
    for (const { tenantId, code } of without) {
      const place = placeOf(sealedColumns.mailServerPassword, tenantId, "smtp");
      const passwordSealed = world.sealer.seal(newToken(), place);
      const where = { host: localHost, port, secure: false, username: userNameOf(code) };
      await tx
        .insert(mailServers)
        .values({ tenantId, protocol: "smtp", ...where, passwordSealed })
        .onConflictDoNothing();
    }
  });
}

/** The tenant that signs in; undefined if the user name or password is wrong. */
export async function tenantOf(
  world: World,
  codes: string[],
  { username, password }: { username: string; password: string },
) {
  return asPlatform(world, async (tx) => {
    const row = (await ownRows(tx, codes)).find((candidate) => candidate.username === username);
    const login = row && (await mailServerLogin(tx, { tenantId: row.tenantId, sealer: world.sealer }, "smtp"));
    if (!row || !login?.password) return undefined;
    return equalInConstantTime(password, login.password) ? row.tenantId : undefined;
  });
}
