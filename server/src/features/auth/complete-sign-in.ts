import { publicDoors } from "@intellibox/contract/rules/sso";
import type { Tx } from "#db/fence.ts";
import type { tenants } from "#db/tables/tenants.ts";
import type { users } from "#db/tables/users.ts";
import type { Visitor } from "#scope.ts";
import { auditSignIn } from "#features/audit/sign-ins.ts";
import { presentSession } from "./current-session.ts";
import { noteNewDevice } from "./new-device.ts";
import { openSession } from "./sessions.ts";

type SignIn = {
  user: typeof users.$inferSelect;
  tenant: typeof tenants.$inferSelect;
  via: NonNullable<Parameters<typeof openSession>[1]["via"]>;
};

/** The end of every way to sign in, after all that the person has to prove. Call it as platform. */
export async function completeSignIn(tx: Tx, visitor: Visitor, { user, tenant, via }: SignIn) {
  const now = visitor.now();
  await noteNewDevice(tx, visitor, user);
  const { address, userAgent } = visitor;
  const pair = await openSession(tx, { tenantId: tenant.id, userId: user.id, address, userAgent, now, via });
  // Single sign-on records its own sign-ins.
  const door = publicDoors.find((each) => each === via);
  if (via !== "sso") await auditSignIn(tx, visitor, user, door);
  return { ...pair, ...presentSession(user, tenant, { now, via }) };
}
