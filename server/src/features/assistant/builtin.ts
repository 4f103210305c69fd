import { eq } from "drizzle-orm";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";

/** The built-in engine, loaded when it is first wanted: its models take a third of a second. */
export const loadBuiltin = () => import("#outside/models/builtin/builtin.ts");

/** Who writes, for a model's prompt. */
export async function writerOf(scope: Scope, timeZone = "UTC") {
  const { name, tenantName } = scope.user;
  const hasSignature = (await signingName(scope)) === "";
  return { name, company: tenantName, now: scope.now(), timeZone, hasSignature };
}

/** The name a draft ends with; none where a saved signature follows. */
export async function signingName(scope: Scope) {
  const [me] = await scope.tx((tx) =>
    tx.select({ signature: users.signatureHtml }).from(users).where(eq(users.id, scope.user.id)),
  );
  return me?.signature ? "" : scope.user.name;
}
