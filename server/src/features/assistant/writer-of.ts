import { visibleTextOf } from "@intellibox/contract/html/visible";
import type { Scope } from "#scope.ts";
import type { TaskFacts } from "#features/ai-settings/task-facts.ts";
import type { Writer } from "./model.ts";

/** Holds name, role and addresses; the pictures and legal text after them are not needed. */
const maxSignature = 8_000;
const maxSignatureText = 600;

/** The signed-in user as the writer of a mail, and the name that ends it: none if a saved signature follows. */
export function writerOf(
  scope: Scope,
  { signatureHtml }: Pick<TaskFacts, "signatureHtml">,
  timeZone = "UTC",
): { writer: Writer; sender: string } {
  const { name, email, tenantName } = scope.user;
  const signature = signatureHtml ? signatureText(signatureHtml) : null;
  const writer = { name, company: tenantName, email, now: scope.now(), timeZone, signature };
  return { writer, sender: signature === null ? name : "" };
}

const signatureText = (html: string) => visibleTextOf(html.slice(0, maxSignature)).visible.slice(0, maxSignatureText);
