// The company's administrators allow some of the actions of rules. This is checked when a rule is saved or switched on, and again
// when it runs.
import type { RuleAction, RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { RuleSettings } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull, or, sql } from "#db/orm.ts";
import { mailRuleSettings } from "#db/tables/mail-rules.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { templates } from "#db/tables/templates.ts";
import type { Scope } from "#scope.ts";

export async function settingsOf(tx: Tx, tenantId: string): Promise<RuleSettings> {
  const [row] = await tx.select().from(mailRuleSettings).where(eq(mailRuleSettings.tenantId, tenantId));
  const { templateReplies, webhooks, forwardTo } = row ?? { templateReplies: false, webhooks: false, forwardTo: [] };
  return { templateReplies, webhooks, forwardTo };
}

/** Refuses ids of other people's mailboxes and templates. */
export async function refuseForeignIds(tx: Tx, scope: Scope, rule: RuleContent, isShared: boolean) {
  const { tenantId, user } = scope;
  if (isShared && rule.mailboxIds.length > 0)
    throw invalid(t("A rule of the company is for all mailboxes."), {
      mailboxIds: t("A rule of the company is for all mailboxes."),
    });
  const boxIds = [...new Set(rule.mailboxIds)];
  if (boxIds.length > 0) {
    const own = await tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id), inArray(mailboxes.id, boxIds)));
    if (own.length < boxIds.length) throw notFound(t("Mailbox not found"));
  }
  const templateIds = [...new Set(rule.actions.flatMap((one) => (one.do === "sendTemplate" ? one.templateId : [])))];
  if (templateIds.length === 0) return;
  const isReadable = isShared ? isNull(templates.userId) : or(isNull(templates.userId), eq(templates.userId, user.id));
  const known = await tx
    .select({ id: templates.id })
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, tenantId),
        isReadable,
        isNull(templates.removedAt),
        inArray(templates.id, templateIds),
      ),
    );
  if (known.length < templateIds.length)
    throw notFound(
      isShared
        ? t("Template not found. A rule of the company needs a template of the company.")
        : t("Template not found"),
    );
}

/** Refuses to switch on a rule with an action that is not allowed. */
export async function refuseForbiddenActions(tx: Tx, scope: Scope, actions: RuleAction[]) {
  const settings = await settingsOf(tx, scope.tenantId);
  for (const action of actions) {
    const refusal = await refusalOf(tx, scope, settings, action);
    if (refusal) throw invalid(refusal);
  }
}

/** A sentence for the reader if the company does not allow the action; undefined if it does. */
export async function refusalOf(
  tx: Tx,
  scope: Scope,
  settings: RuleSettings,
  action: RuleAction,
): Promise<string | undefined> {
  switch (action.do) {
    case "sendTemplate":
      return settings.templateReplies ? undefined : t("Your company does not allow rules to send templates.");
    case "webhook":
      return settings.webhooks ? undefined : t("Your company does not allow rules to call web addresses.");
    case "forward":
      return (await mayForwardTo(tx, scope, settings, action.to))
        ? undefined
        : t("Your company does not allow rules to forward to {address}.", { address: action.to });
    default:
      return undefined;
  }
}

async function mayForwardTo(tx: Tx, { tenantId }: Scope, { forwardTo }: RuleSettings, to: string): Promise<boolean> {
  const address = to.normalize("NFKC").toLowerCase();
  const domain = address.slice(address.lastIndexOf("@"));
  if (forwardTo.some((one) => one === address || one === domain)) return true;
  const { rows } = await tx.execute(
    sql`select from users where tenant_id = ${tenantId} and lower(email) = ${address} and status = 'Active' limit 1`,
  );
  return rows.length > 0;
}
