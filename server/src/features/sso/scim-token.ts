// The token with which a company's directory calls SCIM. It begins with the company's id, so that its hash is looked up in one row.
import { equalInConstantTime } from "#lib/constant-time.ts";
import { hashToken, newToken } from "#lib/tokens.ts";
import { and, eq } from "#db/orm.ts";
import { scimTokens } from "#db/tables/sso.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope, Visitor } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { companyOf } from "./sso-settings.ts";

export const makeScimToken = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const { name } = await companyOf(tx, scope, id);
    const token = `scim_${id}_${newToken()}`;
    const row = { hash: hashToken(token), createdAt: scope.now(), usedAt: null };
    await tx
      .insert(scimTokens)
      .values({ tenantId: id, ...row })
      .onConflictDoUpdate({ target: scimTokens.tenantId, set: row });
    await audit(tx, scope, { action: "scim.token-made", tenantId: id, targetId: id, targetName: name });
    return { token };
  });

export const removeScimToken = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const { name } = await companyOf(tx, scope, id);
    await tx.delete(scimTokens).where(eq(scimTokens.tenantId, id));
    await audit(tx, scope, { action: "scim.token-removed", tenantId: id, targetId: id, targetName: name });
    return { ok: true as const };
  });

const shape = /^Bearer (scim_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[\w-]{43})$/i;
const usedEveryMs = 60_000;

/** The company whose token it is, if it is active. */
export async function companyOfToken(visitor: Visitor, authorization: string): Promise<string | undefined> {
  const [, token = "", tenantId = ""] = shape.exec(authorization) ?? [];
  if (!token) return undefined;
  // As platform: the caller is a program without a user.
  return visitor.platformTx(async (tx) => {
    const [found] = await tx
      .select({ hash: scimTokens.hash, usedAt: scimTokens.usedAt })
      .from(scimTokens)
      .innerJoin(tenants, eq(tenants.id, scimTokens.tenantId))
      .where(and(eq(scimTokens.tenantId, tenantId), eq(tenants.status, "Active")));
    if (!found || !equalInConstantTime(found.hash, hashToken(token))) return undefined;
    const now = visitor.now();
    if (!found.usedAt || now.getTime() - found.usedAt.getTime() > usedEveryMs)
      await tx.update(scimTokens).set({ usedAt: now }).where(eq(scimTokens.tenantId, tenantId));
    return tenantId;
  });
}
