import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { noteFactorChange } from "#features/auth/factors/factor-mail.ts";
import { deleteFactors } from "#features/auth/factors/own-factors.ts";
import { addNotice } from "#features/auth/notices.ts";
import { endSessionsOf } from "#features/auth/sessions.ts";
import { lockUser, refuseAboveRank } from "./user-rules.ts";

/** For a person who lost every factor. Their password stays, and they sign in with it alone until they set up a factor again. */
export async function resetFactors(scope: Scope, id: string) {
  if (id === scope.user.id) throw conflict(t("Change your own second factors in My Profile"));
  await scope.tx((tx) => lockedPerson(tx, scope, id));
  // As platform: the tenant role has no access to factors. That the person is in reach was checked above.
  await scope.platformTx(async (tx) => {
    const { user } = await lockedPerson(tx, scope, id);
    if (!user.hasFactor) throw conflict(t("This person has no second factor"));
    await deleteFactors(tx, user);
    await endSessionsOf(tx, user);
    const { tenantId, email: targetName } = user;
    await addNotice(tx, scope, { tenantId, userId: id, kind: "factors-reset" });
    await audit(tx, scope, { action: "user.factors-reset", tenantId, targetId: id, targetName });
    await noteFactorChange(tx, scope, user, "reset", scope.user.name);
  });
  return { ok: true as const };
}

async function lockedPerson(tx: Tx, scope: Scope, id: string) {
  const found = await lockUser(tx, scope, id);
  refuseAboveRank(scope, { roleCode: found.user.roleCode, tenantIsOwner: found.isOwner });
  return found;
}
