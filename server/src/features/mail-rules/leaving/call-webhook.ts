import type { mailRuleRuns } from "#db/tables/mail-rules.ts";
import { WebhookError } from "#outside/webhooks.ts";
import type { Scope } from "#scope.ts";
import { secretOf } from "../rule-settings.ts";

type Run = typeof mailRuleRuns.$inferSelect;
export type LaterResult =
  | { outcome: "done" }
  | { outcome: "skipped" | "failed" | "retry"; error: string }
  /** It was not tried yet. */
  | { outcome: "wait"; error: string; seconds: number };

/** The body names the mail and the rule. It has no text of the mail. */
export async function callWebhook(scope: Scope, run: Run, url: string): Promise<LaterResult> {
  const secret = await scope.tx((tx) => secretOf(tx, scope));
  const body = JSON.stringify({
    id: run.id,
    at: run.at.toISOString(),
    rule: { id: run.ruleId, name: run.ruleName },
    message: {
      id: run.messageId,
      mailboxId: run.mailboxId,
      from: run.sender,
      subject: run.subject,
      date: run.date.toISOString(),
    },
  });
  try {
    await scope.outside.callWebhook({ url, id: run.id, body, secret, at: scope.now() });
    return { outcome: "done" };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return { outcome: "retry", error: error.message };
  }
}
