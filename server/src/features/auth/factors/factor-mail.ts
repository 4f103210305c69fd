// Mail to a person whose second factors changed, so that a change by somebody else does not stay unnoticed.
import { languageCodes } from "@intellibox/contract/text/language";
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { z } from "zod";
import { deviceName } from "#lib/device-name.ts";
import { inLanguage } from "#lib/languages.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Common, Visitor, World } from "#scope.ts";
import { accountMailer } from "../account-mail.ts";
import type { Owner } from "./totp.ts";

const factorChanges = [
  "totp-added",
  "totp-removed",
  "passkey-added",
  "passkey-removed",
  "codes-renewed",
  "code-used",
  "reset",
] as const;
export type FactorChange = (typeof factorChanges)[number];

const changed = z.object({
  tenantId: z.string(),
  userId: z.string(),
  change: z.enum(factorChanges),
  /** The name of a passkey, the number of codes that are left, or who reset the factors. */
  detail: z.string(),
  device: z.string(),
  address: z.string(),
  at: z.string(),
  language: z.enum(languageCodes),
});

export const mailFactorChangeJob = job("auth.mail-factor-change", changed, { retryLimit: 3, expireInSeconds: 300 });

/** Call it in the transaction of the change. */
export async function noteFactorChange(tx: Tx, scope: Common, user: Owner, change: FactorChange, detail = "") {
  const person = and(eq(users.tenantId, user.tenantId), eq(users.id, user.id));
  const [found] = await tx.select({ language: users.language }).from(users).where(person);
  await scope.enqueue(tx, mailFactorChangeJob, {
    ...{ tenantId: user.tenantId, userId: user.id, change, detail },
    device: deviceName(scope.userAgent),
    address: scope.address,
    at: scope.now().toISOString(),
    language: found?.language ?? language(),
  });
}

export async function mailFactorChange(
  _world: World,
  data: z.output<typeof changed>,
  platform: Visitor,
): Promise<void> {
  const mailer = await accountMailer(platform);
  if (!mailer) return;
  // As platform: a job has no tenant.
  const [found] = await platform.platformTx((tx) =>
    tx
      .select({ name: users.name, email: users.email, company: tenants.name })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(eq(users.tenantId, data.tenantId), eq(users.id, data.userId), eq(users.status, "Active"))),
  );
  if (!found) return;
  const { name, email, company } = found;
  const link = `${publicUrlOf(platform.config)}/profile?tab=security`;
  const text = inLanguage(data.language, () => {
    const { subject, sentence } = wordsFor(data.change, data.detail);
    return {
      subject,
      text: [
        t("Your account at {company}:", { company }),
        sentence,
        "",
        t("Device: {device}", { device: data.device }),
        t("Address: {address}", { address: data.address || t("an unknown address") }),
        t("Time: {time}", { time: `${data.at.slice(0, 16).replace("T", " ")} UTC` }),
        "",
        t("If it was you, ignore this mail. If not, change your password, end the other sessions and ask your admin:"),
        link,
      ].join("\n"),
    };
  });
  await mailer({ to: { name, address: email }, ...text });
}

function wordsFor(change: FactorChange, detail: string): { subject: string; sentence: string } {
  const added = t("A second factor was added to your account");
  const removed = t("A second factor was removed from your account");
  switch (change) {
    case "totp-added":
      return { subject: added, sentence: t("An authenticator app was added.") };
    case "totp-removed":
      return { subject: removed, sentence: t("The authenticator app was removed.") };
    case "passkey-added":
      return { subject: added, sentence: t("The passkey “{name}” was added.", { name: detail }) };
    case "passkey-removed":
      return { subject: removed, sentence: t("The passkey “{name}” was removed.", { name: detail }) };
    case "codes-renewed":
      return {
        subject: t("Your recovery codes were replaced"),
        sentence: t("New recovery codes were made. The earlier ones no longer work."),
      };
    case "code-used":
      return {
        subject: t("A recovery code was used to sign in"),
        sentence: t("A recovery code was used to sign in. {left, plural, one {# code is} other {# codes are}} left.", {
          left: Number(detail),
        }),
      };
    case "reset":
      return {
        subject: t("Your second factors were removed"),
        sentence: t("{name} removed all second factors of your account, and ended your sessions.", { name: detail }),
      };
  }
}
