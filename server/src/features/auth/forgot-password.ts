// A link to choose a new password, for whoever reads the mail of the address. The request only makes a job, whether the address has
// an account or not, so that neither its answer nor its time tells.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { auth } from "@intellibox/contract/endpoints/auth";
import { languageCodes } from "@intellibox/contract/text/language";
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { z } from "zod";
import { conflict } from "#lib/errors.ts";
import { inLanguage } from "#lib/languages.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { passwordLinks } from "#db/tables/password-links.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Visitor, World } from "#scope.ts";
import { accountMailer } from "./account-mail.ts";
import { maySignInHere } from "./local-sign-in.ts";
import { mailPasswordLink } from "./password-links.ts";

const asked = z.object({ email: z.string(), address: z.string(), language: z.enum(languageCodes) });

export const mailResetLinksJob = job("auth.mail-reset-links", asked, { retryLimit: 0, expireInSeconds: 300 });

const lifetimeMs = 30 * 60_000;
/** More would fill the mailbox of a person whose address somebody else types. */
const mostPerHour = 3;
const hourMs = 3_600_000;

export async function forgotPassword(visitor: Visitor, { email }: BodyOf<typeof auth.forgotPassword>) {
  if (!(await accountMailer(visitor, { mayBeBuiltIn: true })))
    throw conflict(t("This installation cannot send mail yet. Ask your administrator for a new password."));
  const data = { email, address: visitor.address, language: language() };
  // As platform: before the sign-in there is no company.
  await visitor.platformTx((tx) => visitor.enqueue(tx, mailResetLinksJob, data));
  return { ok: true as const };
}

/** One link for each account of the address: a person may have one in several companies. */
export async function mailResetLinks(world: World, data: z.output<typeof asked>, platform: Visitor): Promise<void> {
  // As platform: accounts of all companies.
  const accounts = await platform.platformTx((tx) => findAccounts(tx, data.email, platform.now()));
  for (const { user, company } of accounts) {
    const texts = () => ({
      subject: t("Choose a new password"),
      before: t("Somebody asked for a new password for your account at {company}, from {address}. Choose it here:", {
        company,
        address: data.address || t("an unknown address"),
      }),
      after: t("If it was not you, ignore this mail. Your password stays as it is."),
    });
    const sending = { user, kind: "reset" as const, by: "", lifetimeMs, mayBeBuiltIn: true, texts };
    try {
      await inLanguage(data.language, () => mailPasswordLink(platform, sending));
    } catch (error) {
      world.log.warn({ err: error, userId: user.id }, "a link to choose a password was not mailed");
    }
  }
}

async function findAccounts(tx: Tx, email: string, now: Date) {
  const rows = await tx
    .select({ user: users, company: tenants.name })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.email, email), eq(users.status, "Active"), eq(tenants.status, "Active"), maySignInHere(tx)));
  const allowed = await Promise.all(
    rows.map(async (row) => {
      const { tenantId, id } = row.user;
      const [sent] = await tx
        .select({ count: sql<number>`count(*)::int` })
        .from(passwordLinks)
        .where(
          and(
            ...[eq(passwordLinks.tenantId, tenantId), eq(passwordLinks.userId, id), eq(passwordLinks.kind, "reset")],
            gt(passwordLinks.createdAt, new Date(now.getTime() - hourMs)),
          ),
        );
      return (sent?.count ?? 0) < mostPerHour ? [row] : [];
    }),
  );
  return allowed.flat();
}
