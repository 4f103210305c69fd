import { randomInt } from "node:crypto";
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { users as userCalls } from "@intellibox/contract/endpoints/users";
import { forbidden, invalid } from "#lib/errors.ts";
import { hashPassword, refuseWeakPassword } from "#lib/passwords.ts";
import type { Tx } from "#db/fence.ts";
import { only } from "#db/rows.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { findUser, presentUser } from "./list-users.ts";
import { lockTenant, refuseAboveRank, refuseOverPlan } from "./user-rules.ts";

type Form = BodyOf<typeof userCalls.create>;

export async function createUser(scope: Scope, form: Form) {
  const newcomer = await prepareUser(scope, form);
  return scope.tx((tx) => addUser(tx, scope, newcomer));
}

export type Newcomer = Awaited<ReturnType<typeof prepareUser>>;

/** The slow half: a password is hashed outside of any transaction. */
export async function prepareUser(scope: Scope, { password, tenantId: chosen, ...form }: Form) {
  const tenantId = tenantFor(scope, chosen);
  if (password) refuseWeakPassword(password);
  const temporaryPassword = password || scope.config.defaultPassword ? undefined : randomPassword();
  const passwordHash = await hashPassword(password ?? scope.config.defaultPassword ?? temporaryPassword ?? "");
  return { form, tenantId, passwordHash, mustChangePassword: !password, temporaryPassword };
}

export async function addUser(tx: Tx, scope: Scope, { form, temporaryPassword, ...newcomer }: Newcomer) {
  const { tenantId } = newcomer;
  const tenant = await lockTenant(tx, tenantId);
  refuseAboveRank(scope, { roleCode: form.roleCode, tenantIsOwner: tenant.isOwner });
  await refuseOverPlan(tx, tenant);
  const row = { ...form, ...newcomer };
  const { id } = only(await tx.insert(users).values(row).returning({ id: users.id }));
  await audit(tx, scope, { action: "user.created", tenantId, targetId: id, targetName: form.email, changes: form });
  return { ...presentUser(await findUser(tx, id)), ...(temporaryPassword && { temporaryPassword }) };
}

function tenantFor({ user, tenantId }: Scope, chosen: string | undefined) {
  if (user.role === "SUPER_ADMIN") {
    if (!chosen) throw invalid("Please choose a tenant", { tenantId: "Please choose a tenant" });
    return chosen.toLowerCase();
  }
  if (chosen && chosen.toLowerCase() !== tenantId) throw forbidden("You may add people to your own company only");
  return tenantId;
}

// Without letters and digits that are taken for each other when read out or copied by hand.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Four groups of four: some 79 bits, to be typed once. */
const randomPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("")).join(
    "-",
  );
