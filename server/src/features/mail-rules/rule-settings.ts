import { randomBytes } from "node:crypto";
import type { RuleSettings } from "@intellibox/contract/endpoints/mail-rules";
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { mailRuleSecrets, mailRuleSettings } from "#db/tables/mail-rules.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { settingsOf } from "./allowed-actions.ts";
import { tellOfRules } from "./rule-rows.ts";

export async function changeSettings(scope: Scope, form: RuleSettings): Promise<RuleSettings> {
  const settings = { ...form, forwardTo: [...new Set(form.forwardTo.map(receiverOf))] };
  return scope.tx(async (tx) => {
    const { tenantId } = scope;
    const before = await settingsOf(tx, tenantId);
    const values = { ...settings, updatedAt: scope.now() };
    await tx
      .insert(mailRuleSettings)
      .values({ tenantId, ...values })
      .onConflictDoUpdate({ target: mailRuleSettings.tenantId, set: values });
    const changes = changesBetween(before, settings);
    await tellOfRules(tx, scope, null);
    if (Object.keys(changes).length > 0) await audit(tx, scope, { action: "mailRules.settings", changes });
    return settings;
  });
}

/** One spelling of an address, or of a domain as "@example.com". */
function receiverOf(given: string): string {
  // "*@example.com" is how other programs write a domain.
  const text = given.trim().normalize("NFKC").toLowerCase().replace(/^\*@/, "@");
  const address = text.startsWith("@") ? `somebody${text}` : text;
  if (!emailPattern.test(address)) {
    const reason = t("“{given}” is neither an address nor a domain such as @example.com.", { given });
    throw invalid(reason, { forwardTo: reason });
  }
  return text;
}

export const webhookSecret = async (scope: Scope): Promise<{ secret: string }> => ({
  secret: await scope.tx((tx) => secretOf(tx, scope)),
});

/** Made when it is first needed. Two calls at once get the same. */
export async function secretOf(tx: Tx, { tenantId, user, sealer }: Scope): Promise<string> {
  const column = sealedColumns.ruleSecret;
  const secret = `whsec_${randomBytes(32).toString("base64url")}`;
  const secretSealed = sealer.seal(secret, placeOf(column, tenantId, user.id));
  await tx
    .insert(mailRuleSecrets)
    .values({ tenantId, id: user.id, userId: user.id, secretSealed })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ sealed: mailRuleSecrets.secretSealed })
    .from(mailRuleSecrets)
    .where(and(eq(mailRuleSecrets.tenantId, tenantId), eq(mailRuleSecrets.id, user.id)));
  if (!row) throw new Error("A secret was not stored");
  return openSecret(sealer, column, { tenantId, row: user.id, sealed: row.sealed });
}
