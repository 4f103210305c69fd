import type { BodyOf } from "@intellibox/contract/endpoint";
import type { users as userCalls } from "@intellibox/contract/endpoints/users";
import { eq } from "drizzle-orm";
import { conflict, forbidden, invalid } from "#lib/errors.ts";
import { passwordMatches, refuseWeakPassword } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { replacePassword } from "#features/auth/new-password.ts";
import { mailPasswordLink } from "#features/auth/password-links.ts";
import { endSessionsOf } from "#features/auth/sessions.ts";
import { type FoundUser, findUser, presentUser, reachFor } from "./list-users.ts";
import { closing, notePasswordSet, passwordSetWords } from "./reset-password.ts";
import { lockUser, refuseAboveRank, refuseLastAdmin } from "./user-rules.ts";

type Form = BodyOf<typeof userCalls.update>;
type Changes = { name?: unknown; roleCode?: unknown; status?: unknown };

export async function updateUser(scope: Scope, id: string, form: Form) {
  const fresh: Change["fresh"] = form.password ? await newPasswordHash(scope, id, form) : {};
  const inReach = reachFor(scope, id);
  const changed = await inReach((tx) => changeUser(tx, scope, { id, form, fresh }));
  if (fresh?.passwordHash && id !== scope.user.id) await warnPerson(scope, changed);
  return changed;
}

/** By mail too, where there is a server for it; the notice is there either way. */
async function warnPerson(scope: Scope, { _id: id, name, email, tenantId: company }: ReturnType<typeof presentUser>) {
  const user = { tenantId: company._id, id, name, email };
  await mailPasswordLink(scope, { user, kind: "reset", words: passwordSetWords(scope) }).catch((error: unknown) =>
    scope.log.warn({ err: error }, "somebody was not told by mail that their password was set"),
  );
}

type Change = { id: string; form: Form; fresh?: { passwordHash?: string; passwordSetAt?: Date; replaces?: string } };

export async function changeUser(tx: Tx, scope: Scope, { id, form, fresh = {} }: Change) {
  const isOwn = id === scope.user.id;
  const found = await lockUser(tx, scope, id);
  refuseFixed(found, form);
  // Of two changes at once the second one's current password is no longer that.
  if (fresh.replaces !== undefined && fresh.replaces !== found.user.passwordHash) throw wrongCurrent();
  const { name, roleCode, status } = form;
  const changes: Changes = changesBetween(found.user, { name, roleCode, status });
  refuseChange(scope, found, { ...changes, wantedRole: roleCode ?? found.user.roleCode });
  if (changes.roleCode || changes.status) await refuseLastAdmin(tx, scope, found.user);

  // A password that somebody else chose is known to them until it is replaced, and opens no mail.
  const isByOther = fresh.passwordHash !== undefined && !isOwn;
  const { passwordHash, passwordSetAt } = fresh;
  const password = passwordHash && { passwordHash, passwordSetAt, ...(isByOther && closing(scope)) };
  const row = Object.fromEntries(Object.keys(changes).map((field) => [field, form[field as keyof Form]]));
  if (password || Object.keys(row).length > 0) {
    await tx
      .update(users)
      .set({ ...row, ...password })
      .where(eq(users.id, id));
    const { tenantId, email: targetName } = found.user;
    const deed = { action: "user.updated", tenantId, targetId: id, targetName };
    const note = password && !isByOther ? { password: "changed" } : {};
    if (!isByOther || Object.keys(changes).length > 0)
      await audit(tx, scope, { ...deed, changes: { ...changes, ...note } });
    if (isByOther) await notePasswordSet(tx, scope, found.user);
  }
  // Whoever is deactivated is out everywhere; whoever changes the own password stays where they did it.
  if (status === "Inactive") await endSessionsOf(tx, found.user);
  else if (password) await endSessionsOf(tx, found.user, isOwn ? scope.user.sessionId : undefined);
  return presentUser(await findUser(tx, id));
}

export async function removeUser(scope: Scope, id: string) {
  const inReach = reachFor(scope, id);
  await inReach(
    async (tx) => {
      const found = await lockUser(tx, scope, id);
      const { tenantId, email, name, roleCode } = found.user;
      if (id === scope.user.id && roleCode === "SUPER_ADMIN") throw conflict("You cannot delete yourself");
      refuseAboveRank(scope, { roleCode, tenantIsOwner: found.isOwner });
      await refuseLastAdmin(tx, scope, found.user);
      // Sessions, mailboxes and mail go with the account.
      await tx.delete(users).where(eq(users.id, id));
      const deed = { action: "user.deleted", tenantId, targetId: id, targetName: email };
      await audit(tx, scope, { ...deed, changes: { name, roleCode } });
    },
    { statementSeconds: 120 },
  );
  return { ok: true as const };
}

/** Slow on purpose, so outside of any transaction. One's own needs the old one; a stolen session must not suffice. */
async function newPasswordHash(
  scope: Scope,
  id: string,
  { password = "", currentPassword = "" }: Form,
): Promise<{ passwordHash: string; passwordSetAt: Date; replaces?: string }> {
  refuseWeakPassword(password);
  const { user } = await reachFor(scope, id)((tx) => findUser(tx, id));
  if (id !== scope.user.id) return replacePassword(scope, password, user.passwordHash);
  if (!(await passwordMatches(user.passwordHash, currentPassword))) throw wrongCurrent();
  const same = "Choose a password that differs from the current one";
  if (password === currentPassword) throw invalid(same, { password: same });
  return { ...(await replacePassword(scope, password, user.passwordHash)), replaces: user.passwordHash };
}

const wrongCurrent = () =>
  invalid("Current password is incorrect", { currentPassword: "Current password is incorrect" });

function refuseFixed({ user }: FoundUser, { email, tenantId }: Form) {
  const fixed = (field: string, what: string) =>
    invalid(`${what} cannot be changed`, { [field]: `${what} cannot be changed` });
  if (email !== undefined && email !== user.email) throw fixed("email", "The email");
  if (tenantId !== undefined && tenantId.toLowerCase() !== user.tenantId) throw fixed("tenantId", "The company");
}

type Wanted = Changes & { wantedRole: FoundUser["user"]["roleCode"] };

function refuseChange(scope: Scope, { user, isOwner }: FoundUser, { roleCode, status, wantedRole }: Wanted) {
  const isOwn = user.id === scope.user.id;
  const standingChanges = roleCode !== undefined || status !== undefined;
  if (scope.user.role === "NORMAL_USER" && (!isOwn || standingChanges)) {
    throw forbidden("You may change only your own name and password");
  }
  if (isOwn && scope.user.role === "SUPER_ADMIN" && standingChanges) {
    throw conflict("You cannot deactivate or demote yourself");
  }
  if (!isOwn) refuseAboveRank(scope, { roleCode: user.roleCode, tenantIsOwner: isOwner });
  refuseAboveRank(scope, { roleCode: wantedRole, tenantIsOwner: isOwner });
}
