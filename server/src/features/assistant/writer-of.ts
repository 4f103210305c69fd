import { visibleTextOf } from "@intellibox/contract/html/visible";
import { eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import type { Writer } from "./model.ts";

/** Holds name, role and addresses; the pictures and legal text after them are not needed. */
const maxSignature = 8_000;
const maxSignatureText = 600;

/** The signed-in user as the writer of a mail, and the name that ends it: none if a saved signature follows. */
export async function writerOf(scope: Scope, timeZone = "UTC"): Promise<{ writer: Writer; sender: string }> {
  const { id, name, email, tenantName } = scope.user;
  const [row] = await scope.tx((tx) =>
    tx.select({ signature: users.signatureHtml }).from(users).where(eq(users.id, id)),
  );
  const signature = row?.signature ? signatureText(row.signature) : null;
  const writer = { name, company: tenantName, email, now: scope.now(), timeZone, signature };
  return { writer, sender: signature === null ? name : "" };
}

const signatureText = (html: string) => visibleTextOf(html.slice(0, maxSignature)).visible.slice(0, maxSignatureText);
