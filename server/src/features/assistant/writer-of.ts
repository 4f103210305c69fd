import { eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import type { Writer } from "./model.ts";

/** The signed-in user as the writer of a mail, and the name that ends it: none if a saved signature follows. */
export async function writerOf(scope: Scope, timeZone = "UTC"): Promise<{ writer: Writer; sender: string }> {
  const { id, name, tenantName } = scope.user;
  const [row] = await scope.tx((tx) =>
    tx.select({ signature: users.signatureHtml }).from(users).where(eq(users.id, id)),
  );
  const sender = row?.signature ? "" : name;
  return { writer: { name, company: tenantName, now: scope.now(), timeZone, hasSignature: sender === "" }, sender };
}
