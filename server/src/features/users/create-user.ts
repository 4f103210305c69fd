import type { BodyOf } from "@intellibox/contract/endpoint";
import type { users as userCalls } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { AppError, forbidden, invalid } from "#lib/errors.ts";
import { refuseWeakPassword } from "#lib/passwords.ts";
import { readableCode } from "#lib/readable-code.ts";
import { newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { lockTenantAccounts } from "#db/lock-tenant.ts";
import { only } from "#db/rows.ts";
import { users } from "#db/tables/users.ts";
import { refuseOldProof } from "#http/step-up.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { canMailLinks } from "#features/auth/account-mail.ts";
import { refusesPasswords } from "#features/auth/local-sign-in.ts";
import { hashFirstPassword } from "#features/auth/new-password.ts";
import { addNotice } from "#features/auth/notices.ts";
import { mailPasswordLink } from "#features/auth/password-links.ts";
import { presentUser } from "#features/auth/present-user.ts";
import { mailSsoInvitation } from "./invite-by-sso.ts";
import { findUser } from "./list-users.ts";
import { closedMail, invitationTexts } from "./reset-password.ts";
import { refuseAboveRank, refuseOverPlan } from "./user-rules.ts";

type Form = BodyOf<typeof userCalls.create>;

export async function createUser(scope: Scope, form: Form) {
  // Otherwise a key could make itself an administrator, and sign in as one.
  if (scope.user.key && (form.roleCode !== "NORMAL_USER" || form.password))
    throw forbidden(t("An API key can invite members only, and set no password"));
  const newcomer = await prepareUser(scope, form);
  const added = await scope.tx((tx) => addUser(tx, scope, newcomer));
  return { ...added, ...(await inviteNewcomer(scope, newcomer, added)) };
}

export type Newcomer = {
  form: Omit<Form, "password" | "tenantId">;
  tenantId: string;
  passwordHash: string;
  passwordSetAt: Date;
  mustChangePassword: boolean;
  mailClosedAt?: Date;
  /** Shown once, to the person who adds the account. */
  temporaryPassword?: string | undefined;
  /** The new user chooses the password with a mailed link; until then it is a random one that is not kept. */
  isInvited?: boolean;
  /** The company refuses passwords, so the invitation says where to sign in. */
  isBySso?: boolean;
};

/**
 * The part before the transaction, because hashing is slow. If links can be mailed, the new user chooses the password, unless the
 * form holds one.
 */
export async function prepareUser(scope: Scope, { password, tenantId: chosen, ...form }: Form): Promise<Newcomer> {
  const tenantId = tenantFor(scope, chosen);
  if (password) refuseWeakPassword(password);
  const isBySso = !password && form.roleCode !== "SUPER_ADMIN" && (await refusesPasswordsOf(scope, tenantId));
  if (isBySso || (!password && (await canMailLinks(scope)))) {
    const unknown = await hashFirstPassword(scope, form.email, newToken());
    return { form, tenantId, ...unknown, mustChangePassword: true, isInvited: true, isBySso };
  }
  const temporaryPassword = password || scope.config.defaultPassword ? undefined : readableCode(4);
  const chosenPassword = password ?? scope.config.defaultPassword ?? temporaryPassword ?? "";
  const first = await hashFirstPassword(scope, form.email, chosenPassword);
  return { form, tenantId, ...first, ...closedMail(scope), temporaryPassword };
}

/** As platform: the company need not be the one that the caller acts for. */
const refusesPasswordsOf = (scope: Scope, tenantId: string) => scope.platformTx((tx) => refusesPasswords(tx, tenantId));

/** Call it after the transaction that added the account: a mail that cannot be sent must not undo it. */
export async function inviteNewcomer(
  scope: Scope,
  { isInvited, isBySso }: Newcomer,
  { _id: id, name, email, tenantId: company }: ReturnType<typeof presentUser>,
): Promise<{ linkSentTo?: string; linkError?: string }> {
  if (!isInvited) return {};
  const user = { tenantId: company._id, id, name, email };
  try {
    if (isBySso) await mailSsoInvitation(scope, { name, email, company: company.name });
    else
      await mailPasswordLink(scope, {
        user,
        kind: "invitation",
        by: scope.user.name,
        texts: invitationTexts(scope, company.name),
      });
    return { linkSentTo: email };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { linkError: error.message };
  }
}

export async function addUser(
  tx: Tx,
  scope: Scope,
  { form, temporaryPassword, isInvited, isBySso, ...newcomer }: Newcomer,
) {
  const { tenantId } = newcomer;
  const tenant = await lockTenantAccounts(tx, tenantId);
  refuseAboveRank(scope, { roleCode: form.roleCode, tenantIsOwner: tenant.isOwner });
  if (form.roleCode !== "NORMAL_USER") refuseOldProof(scope.user, scope.now());
  await refuseOverPlan(tx, tenant);
  const row = { ...form, ...newcomer };
  const { id } = only(await tx.insert(users).values(row).returning({ id: users.id }));
  await audit(tx, scope, { action: "user.created", tenantId, targetId: id, targetName: form.email, changes: form });
  if (!isInvited) await addNotice(tx, scope, { tenantId, userId: id, kind: "first-password" });
  return { ...presentUser(await findUser(tx, id)), ...(temporaryPassword && { temporaryPassword }) };
}

export function tenantFor({ user, tenantId }: Scope, chosen: string | undefined) {
  if (user.role === "SUPER_ADMIN") {
    if (!chosen) throw invalid(t("Please choose a company"), { tenantId: t("Please choose a company") });
    return chosen.toLowerCase();
  }
  if (chosen && chosen.toLowerCase() !== tenantId) throw forbidden(t("You may add people to your own company only"));
  return tenantId;
}
