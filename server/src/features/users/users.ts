import type { BodyOf } from "@intellibox/contract/endpoint";
import type { users as userCalls } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, invalid } from "#lib/errors.ts";
import { refuseWeakPassword } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import { refuseOldProof } from "#http/step-up.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { hashNewPassword } from "#features/auth/new-password.ts";
import { hashOwnPassword, wrongCurrentPassword } from "#features/auth/own-password.ts";
import { mailPasswordLink } from "#features/auth/password-links.ts";
import { presentUser } from "#features/auth/present-user.ts";
import { endSessionsOf } from "#features/auth/sessions.ts";
import { type FoundUser, findUser, reachFor } from "./list-users.ts";
import { closedMail, passwordSetTexts, recordPasswordSet } from "./reset-password.ts";
import { lockUser, refuseAboveRank, refuseLastAdmin } from "./user-rules.ts";

type Form = BodyOf<typeof userCalls.update>;
type Changes = { name?: unknown; roleCode?: unknown; status?: unknown };

export async function updateUser(scope: Scope, id: string, form: Form) {
  const fresh: Change["fresh"] = form.password ? await hashFormPassword(scope, id, form) : {};
  const inReach = reachFor(scope, id);
  const changed = await inReach((tx) => changeUser(tx, scope, { id, form, fresh }));
  if (fresh?.passwordHash && id !== scope.user.id) await warnPerson(scope, changed);
  return changed;
}

/** Mails the owner as well, if there is a server for it. The notice on screen does not depend on it. */
async function warnPerson(scope: Scope, { _id: id, name, email, tenantId: company }: ReturnType<typeof presentUser>) {
  const user = { tenantId: company._id, id, name, email };
  await mailPasswordLink(scope, { user, kind: "reset", by: scope.user.name, texts: passwordSetTexts(scope) }).catch(
    (error: unknown) => scope.log.warn({ err: error }, "could not mail a user that another person set their password"),
  );
}

type Change = { id: string; form: Form; fresh?: { passwordHash?: string; passwordSetAt?: Date; replaces?: string } };

export async function changeUser(tx: Tx, scope: Scope, { id, form, fresh = {} }: Change) {
  const isOwn = id === scope.user.id;
  const found = await lockUser(tx, scope, id);
  refuseFixed(found, form);
  // If another change was committed since the comparison, the current password is no longer the one that was given.
  if (fresh.replaces !== undefined && fresh.replaces !== found.user.passwordHash) throw wrongCurrentPassword();
  const { name, roleCode, status } = form;
  const changes: Changes = changesBetween(found.user, { name, roleCode, status });
  refuseChange(scope, found, { ...changes, wantedRole: roleCode ?? found.user.roleCode });
  if (changes.roleCode || (fresh.passwordHash && !isOwn)) refuseOldProof(scope.user, scope.now());
  if (changes.roleCode || changes.status) await refuseLastAdmin(tx, scope, found.user);

  // The person who chose the password knows it until it is replaced, so it must not open mail.
  const isByOther = fresh.passwordHash !== undefined && !isOwn;
  const { passwordHash, passwordSetAt } = fresh;
  const password = passwordHash && { passwordHash, passwordSetAt, ...(isByOther && closedMail(scope)) };
  const row = Object.fromEntries(Object.keys(changes).map((field) => [field, form[field as keyof Form]]));
  if (password || Object.keys(row).length > 0) {
    await tx
      .update(users)
      .set({ ...row, ...password })
      .where(eq(users.id, id));
    const { tenantId, email: targetName } = found.user;
    const entry = { action: "user.updated", tenantId, targetId: id, targetName };
    const note = password && !isByOther ? { password: "changed" } : {};
    if (!isByOther || Object.keys(changes).length > 0)
      await audit(tx, scope, { ...entry, changes: { ...changes, ...note } });
    if (isByOther) await recordPasswordSet(tx, scope, found.user);
  }
  // Deactivation ends all sessions; a change of one's own password ends all but the current one.
  // So does the rise to super admin, because a session may have begun at a provider, where super admins never sign in.
  const isRaised = changes.roleCode !== undefined && roleCode === "SUPER_ADMIN";
  if (status === "Inactive" || isRaised) await endSessionsOf(tx, found.user);
  else if (password) await endSessionsOf(tx, found.user, isOwn ? scope.user.sessionId : undefined);
  return presentUser(await findUser(tx, id));
}

export async function removeUser(scope: Scope, id: string) {
  const inReach = reachFor(scope, id);
  await inReach(
    async (tx) => {
      const found = await lockUser(tx, scope, id);
      const { tenantId, email, name, roleCode } = found.user;
      if (id === scope.user.id && roleCode === "SUPER_ADMIN") throw conflict(t("You cannot delete yourself"));
      refuseAboveRank(scope, { roleCode, tenantIsOwner: found.isOwner });
      await refuseLastAdmin(tx, scope, found.user);
      // Cascades to sessions, mailboxes and mail.
      await tx.delete(users).where(eq(users.id, id));
      const entry = { action: "user.deleted", tenantId, targetId: id, targetName: email };
      await audit(tx, scope, { ...entry, changes: { name, roleCode } });
    },
    { statementSeconds: 120 },
  );
  return { ok: true as const };
}

/** Call it outside of a transaction: hashing is slow on purpose. */
async function hashFormPassword(
  scope: Scope,
  id: string,
  { password = "", currentPassword = "" }: Form,
): Promise<{ passwordHash: string; passwordSetAt: Date; replaces?: string }> {
  refuseWeakPassword(password);
  const { user } = await reachFor(scope, id)((tx) => findUser(tx, id));
  const stored = user.passwordHash;
  if (id !== scope.user.id) return hashNewPassword(scope, password, stored);
  const change = { currentPassword, newPassword: password, field: "password" } as const;
  return { ...(await hashOwnPassword(scope, stored, change)), replaces: stored };
}

function refuseFixed({ user }: FoundUser, { email, tenantId }: Form) {
  const fixed = (field: string, why: string) => invalid(why, { [field]: why });
  if (email !== undefined && email !== user.email) throw fixed("email", t("The email cannot be changed"));
  if (tenantId !== undefined && tenantId.toLowerCase() !== user.tenantId)
    throw fixed("tenantId", t("The company cannot be changed"));
}

type Wanted = Changes & { wantedRole: FoundUser["user"]["roleCode"] };

function refuseChange(scope: Scope, { user, isOwner }: FoundUser, { roleCode, status, wantedRole }: Wanted) {
  const isOwn = user.id === scope.user.id;
  const rankChanges = roleCode !== undefined || status !== undefined;
  if (scope.user.role === "NORMAL_USER" && (!isOwn || rankChanges)) {
    throw forbidden(t("You may change only your own name and password"));
  }
  if (isOwn && scope.user.role === "SUPER_ADMIN" && rankChanges) {
    throw conflict(t("You cannot deactivate or demote yourself"));
  }
  if (!isOwn) refuseAboveRank(scope, { roleCode: user.roleCode, tenantIsOwner: isOwner });
  refuseAboveRank(scope, { roleCode: wantedRole, tenantIsOwner: isOwner });
}
