// Mail to a person whose account was opened in a browser that it has not been opened in before.
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
import type { Visitor, World } from "#scope.ts";
import { accountMailer } from "./account-mail.ts";
import { knownDevice } from "./known-device.ts";

const signedIn = z.object({
  tenantId: z.string(),
  userId: z.string(),
  device: z.string(),
  address: z.string(),
  at: z.string(),
  language: z.enum(languageCodes),
});

export const mailNewDeviceJob = job("auth.mail-new-device", signedIn, { retryLimit: 3, expireInSeconds: 300 });

type User = Pick<typeof users.$inferSelect, "tenantId" | "id" | "lastSignInAt" | "language">;

/** Call it before the session is opened, with the row from before. The first sign-in of all tells the person nothing. */
export async function noteNewDevice(tx: Tx, visitor: Visitor, user: User) {
  if (user.lastSignInAt === null || knownDevice(visitor, user.id) !== undefined) return;
  await visitor.enqueue(tx, mailNewDeviceJob, {
    tenantId: user.tenantId,
    userId: user.id,
    device: deviceName(visitor.userAgent),
    address: visitor.address,
    at: visitor.now().toISOString(),
    language: user.language ?? language(),
  });
}

export async function mailNewDevice(_world: World, data: z.output<typeof signedIn>, platform: Visitor): Promise<void> {
  // The demo's built-in server is left out: everybody who tries the demo shares its accounts.
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
  const text = inLanguage(data.language, () => ({
    subject: t("New sign-in to your account"),
    text: [
      t("Your account at {company} was opened in a browser that it was not opened in before.", { company }),
      "",
      t("Device: {device}", { device: data.device }),
      t("Address: {address}", { address: data.address || t("an unknown address") }),
      t("Time: {time}", { time: `${data.at.slice(0, 16).replace("T", " ")} UTC` }),
      "",
      t("If it was you, ignore this mail. If not, end that session and change your password:"),
      link,
    ].join("\n"),
  }));
  await mailer({ to: { name, address: email }, ...text });
}
