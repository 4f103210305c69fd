// Links in mail to choose a password. Opening one proves that the person reads the mail of the address.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { account } from "@intellibox/contract/endpoints/account";
import type { Language } from "@intellibox/contract/text/language";
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { AppError } from "#lib/errors.ts";
import { inLanguage } from "#lib/languages.ts";
import { refuseWeakPassword } from "#lib/passwords.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { hashToken, newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, lt, lte } from "#db/orm.ts";
import { passwordLinks } from "#db/tables/password-links.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Common, Scope, Visitor } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { type AccountMail, accountMailer } from "./account-mail.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { endChallengesOf } from "./factors/challenges.ts";
import { beginSecondStep, secondStepRequired } from "./factors/second-step.ts";
import { maySignInHere, refuseWithoutPassword } from "./local-sign-in.ts";
import { hashNewPassword } from "./new-password.ts";
import { endSessionsOf } from "./sessions.ts";

type Kind = (typeof passwordLinks.$inferSelect)["kind"];
type Target = { tenantId: string; id: string; name: string; email: string; language?: Language | null };

const hours = 3600_000;
const lifetime: Record<Kind, number> = { invitation: 72 * hours, reset: 24 * hours };

type Sending = {
  user: Target;
  kind: Kind;
  /** The name of the person who asked for it; empty if that is not known. */
  by: string;
  lifetimeMs?: number;
  mayBeBuiltIn?: boolean;
  /** The mail's texts before and after the link, in the current language. */
  texts: () => { subject: string; before: string; after: string };
};

/** Mails a link, and returns false if there is no server for it. If sending fails, the link is deleted and the error says why. */
export async function mailPasswordLink(scope: Common, sending: Sending): Promise<boolean> {
  const { user, kind, by, texts, lifetimeMs = lifetime[kind], mayBeBuiltIn } = sending;
  const send = await accountMailer(scope, { mayBeBuiltIn });
  if (!send) return false;
  const token = newToken();
  const hash = hashToken(token);
  const { tenantId, id: userId } = user;
  const createdAt = scope.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  // As platform: a link is used before the sign-in, so the tenant role has no access to this table.
  await scope.platformTx(async (tx) => {
    await refuseWithoutPassword(tx, user);
    await tx.insert(passwordLinks).values({ hash, kind, tenantId, userId, byName: by, createdAt, expiresAt });
  });
  // In the fragment, which browsers do not send, so the token appears in no server log.
  const url = `${publicUrlOf(scope.config)}/set-password#${token}`;
  try {
    // In the recipient's language. If none is chosen, the caller's is the best guess.
    await send(inLanguage(user.language ?? language(), () => linkMail(user, { url, expiresAt, texts: texts() })));
  } catch (error) {
    await scope.platformTx((tx) => tx.delete(passwordLinks).where(eq(passwordLinks.hash, hash)));
    throw error;
  }
  return true;
}

type LinkMail = { url: string; expiresAt: Date; texts: ReturnType<Sending["texts"]> };

function linkMail(user: Target, { url, expiresAt, texts }: LinkMail): AccountMail {
  const time = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const until = t("The link works once, until {time}.", { time });
  return {
    to: { name: user.name, address: user.email },
    subject: texts.subject,
    text: [t("Hello {name},", { name: user.name }), texts.before, url, until, texts.after].join("\n\n"),
  };
}

/** Mails a link to the caller, whose mail is closed. Choosing a password with it opens the mail and ends every other session. */
export async function mailOwnLink(scope: Scope) {
  const texts = () => ({
    subject: t("Confirm your address and choose a new password"),
    before: t(
      "Somebody who is signed in to your account asked for this link from {address}. Choose a new password to open your mail:",
      { address: scope.address || t("an unknown address") },
    ),
    after: t("If it was not you, choose a new password all the same: it signs everybody else out."),
  });
  const sent = await mailPasswordLink(scope, { user: scope.user, kind: "reset", by: scope.user.name, texts });
  if (!sent)
    throw new AppError("conflict", t("No mail server is set up for links. Ask the owner company to open your mail."));
  return { sentTo: scope.user.email };
}

const linkExpired = () =>
  new AppError("not_found", t("This link has been used, or its time is over. Ask for a new one."));

export function readPasswordLink(visitor: Visitor, token: string) {
  return visitor.platformTx(async (tx) => {
    const found = await findLink(tx, token, visitor.now());
    if (!found) throw linkExpired();
    const { link, user, tenant } = found;
    return { kind: link.kind, email: user.email, name: user.name, company: tenant.name, by: link.byName };
  });
}

/**
 * Sets a password that only the account's owner knows, opens the mail and signs in. A second factor is asked for before the
 * session is opened, as in `signIn`.
 */
export async function usePasswordLink(visitor: Visitor, { token, password }: BodyOf<typeof account.useLink>) {
  refuseWeakPassword(password);
  const known = await visitor.platformTx((tx) => findLink(tx, token, visitor.now()));
  if (!known) throw linkExpired();
  const newPassword = await hashNewPassword(visitor, password, known.user.passwordHash);
  const session = await visitor.platformTx(async (tx) => {
    const now = visitor.now();
    const found = await findLink(tx, token, now, { lock: true });
    if (!found) throw linkExpired();
    const { tenant } = found;
    const own = { ...newPassword, mustChangePassword: false, mailClosedAt: null };
    const person = and(eq(users.tenantId, tenant.id), eq(users.id, found.user.id));
    const [user] = await tx.update(users).set(own).where(person).returning();
    if (!user) throw linkExpired();
    await tx.delete(passwordLinks).where(and(eq(passwordLinks.tenantId, tenant.id), eq(passwordLinks.userId, user.id)));
    await endSessionsOf(tx, user);
    await endChallengesOf(tx, user.id);
    const { address } = visitor;
    const actor = { id: user.id, tenantId: tenant.id, name: user.name, email: user.email, role: user.roleCode };
    await audit(
      tx,
      { user: actor, tenantId: tenant.id, address },
      { action: "user.password-changed", targetId: user.id, targetName: user.email, changes: { by: "a link in mail" } },
    );
    if (user.hasFactor) return { secondStep: await beginSecondStep(tx, user, "link", now) };
    return completeSignIn(tx, visitor, { user, tenant, via: "link" });
  });
  // The password is set; the session waits for the second factor.
  if ("secondStep" in session) throw secondStepRequired(session.secondStep);
  return session;
}

export async function purgePasswordLinks(tx: Tx, now: Date) {
  await tx.delete(passwordLinks).where(lt(passwordLinks.expiresAt, now));
}

async function findLink(tx: Tx, token: string, now: Date, { lock = false } = {}) {
  const links = tx
    .select({ link: passwordLinks, user: users, tenant: tenants })
    .from(passwordLinks)
    .innerJoin(users, and(eq(users.tenantId, passwordLinks.tenantId), eq(users.id, passwordLinks.userId)))
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(
      and(
        eq(passwordLinks.hash, hashToken(token)),
        gt(passwordLinks.expiresAt, now),
        // A new password ends the links from before: whoever changes it because somebody read their mail must be safe then.
        lte(users.passwordSetAt, passwordLinks.createdAt),
        eq(users.status, "Active"),
        eq(tenants.status, "Active"),
        maySignInHere(tx),
      ),
    );
  const [found] = await (lock ? links.for("update", { of: passwordLinks }) : links);
  return found;
}
