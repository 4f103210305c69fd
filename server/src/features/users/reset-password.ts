import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden } from "#lib/errors.ts";
import { readableCode } from "#lib/readable-code.ts";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { canMailLinks } from "#features/auth/account-mail.ts";
import { mayUsePassword, refuseWithoutPassword } from "#features/auth/local-sign-in.ts";
import { hashNewPassword } from "#features/auth/new-password.ts";
import { addNotice } from "#features/auth/notices.ts";
import { mailPasswordLink } from "#features/auth/password-links.ts";
import { presentUser } from "#features/auth/present-user.ts";
import { endSessionsOf } from "#features/auth/sessions.ts";
import { initiator } from "./initiator.ts";
import { mailSsoInvitation } from "./invite-by-sso.ts";
import { type FoundUser, findUser } from "./list-users.ts";
import { lockUser, refuseAboveRank } from "./user-rules.ts";

/** Mails a link, so that only its reader learns the new password. Returns a temporary password only if no link can be mailed. */
export async function resetPassword(scope: Scope, id: string) {
  if (id === scope.user.id) throw conflict(t("Change your own password in My Profile"));
  const newcomer = await scope.tx((tx) => findSsoNewcomer(tx, scope, id));
  if (newcomer) {
    const { user, tenant } = newcomer;
    await mailSsoInvitation(scope, { ...user, company: tenant.name });
    await recordLink(scope, user);
    return { linkSentTo: user.email };
  }
  if (await canMailLinks(scope)) {
    const target = await scope.tx((tx) => lockedTarget(tx, scope, id));
    const { user } = target;
    const link = presentUser(target).hasSignedIn
      ? { kind: "reset" as const, texts: resetTexts(scope) }
      : { kind: "invitation" as const, texts: invitationTexts(scope, target.tenant.name) };
    await mailPasswordLink(scope, { user, by: scope.user.name, ...link });
    await recordLink(scope, user);
    return { linkSentTo: user.email };
  }
  const password = readableCode(4);
  const target = await scope.tx((tx) => lockedTarget(tx, scope, id));
  const hashed = await hashNewPassword(scope, password, target.user.passwordHash);
  await scope.tx(async (tx) => {
    const { user } = await lockedTarget(tx, scope, id);
    await tx
      .update(users)
      .set({ ...hashed, ...closedMail(scope) })
      .where(eq(users.id, id));
    await endSessionsOf(tx, user);
    await recordPasswordSet(tx, scope, user);
  });
  return { temporaryPassword: password };
}

const recordLink = (scope: Scope, { tenantId, id: userId, email }: FoundUser["user"]) =>
  scope.tx(async (tx) => {
    await addNotice(tx, scope, { tenantId, userId, kind: "link-sent" });
    await audit(tx, scope, { action: "user.link-sent", tenantId, targetId: userId, targetName: email });
  });

/** Columns to set together with a password that another person knows. */
export const closedMail = (scope: Scope) => ({ mustChangePassword: true, mailClosedAt: scope.now() });

export async function recordPasswordSet(tx: Tx, scope: Scope, user: FoundUser["user"]) {
  const { tenantId, id, email } = user;
  await addNotice(tx, scope, { tenantId, userId: id, kind: "password-set" });
  const changes = { password: "changed", mail: "closed" };
  await audit(tx, scope, { action: "user.password-set", tenantId, targetId: id, targetName: email, changes });
}

/** Opens closed mail. Only the owner company may, with a reason that the mail's owner sees. */
export function releaseMail(scope: Scope, id: string, reason: string) {
  const { user: caller } = scope;
  if (!caller.tenantIsOwner) throw forbidden(t("Only the owner company may release closed mail"));
  // Otherwise a person who set the password of a super admin could sign in as them and open their mail.
  if (id === caller.id || caller.mailClosed) throw forbidden(t("Somebody else of the owner company must release it"));
  return scope.tx(async (tx) => {
    const { user } = await lockUser(tx, scope, id);
    if (!user.mailClosedAt) throw conflict(t("The mail of this person is not closed"));
    const { tenantId, email } = user;
    await tx.update(users).set({ mailClosedAt: null }).where(eq(users.id, id));
    await addNotice(tx, scope, { tenantId, userId: id, kind: "mail-released", reason });
    await audit(tx, scope, {
      action: "user.mail-released",
      tenantId,
      targetId: id,
      targetName: email,
      changes: { reason },
    });
    await scope.publish(tx, { tenantId, userId: id }, { kind: "settings", data: {} });
    return presentUser(await findUser(tx, id));
  });
}

async function lockedPerson(tx: Tx, scope: Scope, id: string) {
  const found = await lockUser(tx, scope, id);
  refuseAboveRank(scope, { roleCode: found.user.roleCode, tenantIsOwner: found.isOwner });
  if (found.user.status !== "Active") throw conflict(t("This account is not active. Activate it first."));
  return found;
}

async function lockedTarget(tx: Tx, scope: Scope, id: string) {
  const found = await lockedPerson(tx, scope, id);
  await refuseWithoutPassword(tx, found.user);
  return found;
}

/** Undefined unless the person has never signed in, and the company refuses passwords. */
async function findSsoNewcomer(tx: Tx, scope: Scope, id: string) {
  const found = await lockedPerson(tx, scope, id);
  return presentUser(found).hasSignedIn || (await mayUsePassword(tx, found.user)) ? undefined : found;
}

const resetTexts = (scope: Scope) => () => ({
  subject: t("Choose a new password for Intellibox"),
  before: t("This link was asked for by {initiator}. Your password stays as it is until you choose a new one here:", {
    initiator: initiator(scope),
  }),
  after: t("If you did not expect this, leave the link alone and ask the person named above."),
});

export const passwordSetTexts = (scope: Scope) => () => ({
  subject: t("Somebody set a new password for your account"),
  before: t(
    "A new password was set for you by {initiator}. Your mail stays closed until you prove that this address is yours, by choosing a password that only you know:",
    { initiator: initiator(scope) },
  ),
  after: t("If you did not expect this, choose a password all the same: it signs everybody else out."),
});

export const invitationTexts = (scope: Scope, company: string) => () => ({
  subject: t("Choose your password for {company} on Intellibox", { company }),
  before: t("You were added to {company} by {initiator}. Choose your password here:", {
    company,
    initiator: initiator(scope),
  }),
  after: t("If you do not know this person, leave the link alone."),
});
