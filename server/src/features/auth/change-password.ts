import type { BodyOf } from "@intellibox/contract/endpoint";
import type { auth } from "@intellibox/contract/endpoints/auth";
import { unauthenticated } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { hashOwnPassword, wrongCurrentPassword } from "./own-password.ts";
import { reopenEmptyAccount } from "./reopen-empty-account.ts";
import { endSessionsOf } from "./sessions.ts";

export async function changePassword(scope: Scope, form: BodyOf<typeof auth.changePassword>) {
  const { user } = scope;
  const stored = await scope.tx((tx) => passwordHashOf(tx, user.id));
  const { currentPassword, newPassword } = form;
  const password = await hashOwnPassword(scope, stored, { currentPassword, newPassword, field: "newPassword" });
  // As platform: while mail is closed, the tenant role cannot see whether there is any.
  await scope.platformTx(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ ...password, mustChangePassword: false })
      // If another change was committed since the comparison, the current password is no longer the one that was given.
      .where(and(eq(users.id, user.id), eq(users.passwordHash, stored)))
      .returning();
    if (changed.length === 0) throw wrongCurrentPassword();
    if (user.mailClosed) await reopenEmptyAccount(tx, user);
    await endSessionsOf(tx, { tenantId: user.tenantId, id: user.id }, user.sessionId);
    await audit(tx, scope, { action: "user.password-changed", targetId: user.id, targetName: user.email });
  });
  return { ok: true as const };
}

async function passwordHashOf(tx: Tx, userId: string) {
  const rows = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return firstOr(rows, unauthenticated()).hash;
}
