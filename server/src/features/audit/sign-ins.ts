// Sign-ins in the audit log: of every company that the account belongs to, and of refused ones only so many that nobody can fill the log.
import type { PublicDoor } from "@intellibox/contract/rules/sso";
import { z } from "zod";
import { deviceName } from "#lib/device-name.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, asc, eq, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Visitor, World } from "#scope.ts";
import { audit } from "./audit.ts";

type SignedIn = Pick<typeof users.$inferSelect, "id" | "tenantId" | "name" | "email" | "roleCode">;

/** The account itself is the actor. */
const actorOf = ({ id, tenantId, name, email, roleCode }: SignedIn) => ({ id, tenantId, name, email, role: roleCode });

/** Call it in the transaction that opens the session. `door` is Google or Microsoft, if the person came from there. */
export const auditSignIn = (tx: Tx, { address, userAgent }: Visitor, user: SignedIn, door?: PublicDoor) =>
  audit(
    tx,
    { user: actorOf(user), tenantId: user.tenantId, address },
    {
      action: door ? "user.signed-in-by-sso" : "user.signed-in",
      targetId: user.id,
      targetName: user.email,
      changes: { device: deviceName(userAgent), ...(door && { door }) },
    },
  );

const refused = z.object({
  email: z.string(),
  company: z.string().nullable(),
  address: z.string(),
  device: z.string(),
});

/** A job, so that a refusal takes the same time whether the address has an account or not. */
export const auditRefusedJob = job("audit.refused-sign-in", refused, { retryLimit: 2, expireInSeconds: 60 });

export const noteRefusedSignIn = (
  tx: Tx,
  { address, userAgent, enqueue }: Visitor,
  { email, company }: { email: string; company?: string | undefined },
) => enqueue(tx, auditRefusedJob, { email, company: company ?? null, address, device: deviceName(userAgent) });

/** In an hour. The last one of an account says that the others are left out. */
const mostRefused = { account: 10, company: 200 };

export async function auditRefused(world: World, { email, company, address, device }: z.output<typeof refused>) {
  // As platform: nobody is signed in.
  await fencedTransaction(world.db, "platform", async (tx) => {
    const accounts = await tx
      .select({ user: users })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(eq(users.email, email), company ? eq(tenants.code, company) : undefined))
      // The commit locks the chains of the companies in this order; in another one, two transactions could deadlock.
      .orderBy(asc(users.tenantId));
    for (const { user } of accounts) {
      const { rows } = await tx.execute<{ account: number; company: number }>(sql`
        select count(*)::int as company, count(*) filter (where target_id = ${user.id})::int as account from audit_records
        where tenant_id = ${user.tenantId} and at > now() - interval '1 hour' and action = 'user.sign-in-refused'`);
      const { account = 0, company: all = 0 } = rows[0] ?? {};
      if (account >= mostRefused.account || all >= mostRefused.company) continue;
      const isLast = account === mostRefused.account - 1 || all === mostRefused.company - 1;
      const changes = { device, ...(isLast && { further: "not recorded within this hour" }) };
      await audit(
        tx,
        { user: actorOf(user), tenantId: user.tenantId, address },
        { action: "user.sign-in-refused", targetId: user.id, targetName: user.email, changes },
      );
    }
  });
}
