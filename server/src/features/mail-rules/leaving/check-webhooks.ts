import type { RuleAction } from "@intellibox/contract/endpoints/mail-rule-fields";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import type { Scope } from "#scope.ts";

/** Refuses a web address that can never be called, when its rule is saved. Each call checks it again. */
export async function refuseBadWebhooks(scope: Scope, actions: RuleAction[]): Promise<void> {
  for (const [index, action] of actions.entries()) {
    if (action.do !== "webhook") continue;
    const target = URL.parse(action.url);
    const refuse = (message: string) => invalid(message, { [`actions.${index}`]: message });
    if (!target?.hostname) throw refuse(t("This is not a web address."));
    if (target.username || target.password)
      throw refuse(t("A web address of a rule has no user name and no password."));
    // By the policy of the calls. That of mail servers allows internal hosts on more installations.
    await scope.outside.checkWebhook(action.url).catch((cause: Error) => {
      const message = t("This web address is not public. Rules call only addresses on the internet.");
      throw Object.assign(refuse(message), { cause });
    });
  }
}
