// Mail to the owner of a webhook that was paused: the person, or the administrators of the company.
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { inLanguage } from "#lib/languages.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { users } from "#db/tables/users.ts";
import { webhooks } from "#db/tables/webhooks.ts";
import type { Visitor, World } from "#scope.ts";
import { accountMailer } from "#features/auth/account-mail.ts";

const paused = z.object({ tenantId: z.uuid(), webhookId: z.uuid(), userId: z.uuid().nullable() });

export const mailPausedJob = job("webhooks.mail-paused", paused, { retryLimit: 3, expireInSeconds: 300 });

const mostReceivers = 20;

export async function mailPaused(
  world: World,
  { tenantId, webhookId, userId }: z.output<typeof paused>,
  platform: Visitor,
) {
  const mailer = await accountMailer(platform, { mayBeBuiltIn: true });
  if (!mailer) return;
  const isReceiver = userId === null ? eq(users.roleCode, "ADMIN") : eq(users.id, userId);
  // As platform: a job has no user.
  const receivers = await platform.platformTx((tx) =>
    tx
      .select({ id: users.id, name: users.name, email: users.email, language: users.language })
      .from(users)
      .where(and(eq(users.tenantId, tenantId), isReceiver, eq(users.status, "Active")))
      .limit(mostReceivers),
  );
  const [first] = receivers;
  if (!first) return;
  const [hook] = await fencedTransaction(world.db, { tenantId, userId: first.id }, (tx) =>
    tx
      .select({ name: webhooks.name, url: webhooks.url, reason: webhooks.pausedReason })
      .from(webhooks)
      .where(and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, webhookId), eq(webhooks.state, "paused"))),
  );
  if (!hook) return;
  const page = userId === null ? "settings?tab=integrations" : "profile?tab=programs";
  for (const { name, email, language } of receivers) {
    const text = inLanguage(language ?? "en", () => ({
      subject: t("The webhook “{name}” is paused", { name: hook.name }),
      text: [
        t("The webhook “{name}” is paused, and its web address is not called any more.", { name: hook.name }),
        "",
        t("Web address: {url}", { url: hook.url }),
        t("Reason: {reason}", { reason: hook.reason ?? "" }),
        "",
        t("Look at its log, and switch it on again when its receiver works:"),
        `${publicUrlOf(world.config)}/${page}`,
      ].join("\n"),
    }));
    await mailer({ to: { name, address: email }, ...text });
  }
}
