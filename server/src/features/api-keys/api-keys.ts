// API keys of a person, and of a company. A key of the company has no user.
import type { ApiKey, NewApiKey } from "@intellibox/contract/endpoints/api-keys";
import { may } from "@intellibox/contract/rules/access";
import { isCompanyScope, keyPrefix, maxKeyDays, maxKeysOfPerson } from "@intellibox/contract/rules/key-scopes";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, invalid, notFound } from "#lib/errors.ts";
import { hashToken, newToken } from "#lib/tokens.ts";
import { lockTenantAccounts } from "#db/lock-tenant.ts";
import { and, desc, eq, gt, isNull, or } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { apiKeys } from "#db/tables/api-keys.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";

/** Whose keys a call is about. */
export type KeyOwner = "person" | "company";

const shown = {
  ...{ id: apiKeys.id, name: apiKeys.name, hint: apiKeys.hint, scopes: apiKeys.scopes, createdAt: apiKeys.createdAt },
  ...{ createdBy: apiKeys.createdBy, expiresAt: apiKeys.expiresAt, lastUsedAt: apiKeys.lastUsedAt },
  lastUsedAddress: apiKeys.lastUsedAddress,
};

/** Keys of a person belong to the person's own company, also while they act for another. */
const tenantOf = (scope: Scope, owner: KeyOwner) => (owner === "person" ? scope.user.tenantId : scope.tenantId);

const keysOf = (scope: Scope, owner: KeyOwner) =>
  and(
    eq(apiKeys.tenantId, tenantOf(scope, owner)),
    owner === "person" ? eq(apiKeys.userId, scope.user.id) : isNull(apiKeys.userId),
    isNull(apiKeys.revokedAt),
  );

/** Expired keys are listed too, until they are removed, so that their owner sees why a program stopped. */
export const listKeys = (scope: Scope, owner: KeyOwner): Promise<ApiKey[]> =>
  scope.tx((tx) =>
    tx.select(shown).from(apiKeys).where(keysOf(scope, owner)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),
  );

export async function createKey(scope: Scope, owner: KeyOwner, form: NewApiKey) {
  refuseScopes(scope, owner, form);
  refuseExpiry(scope, form.expiresAt);
  const secret = keyPrefix + newToken();
  const tenantId = tenantOf(scope, owner);
  const key = await scope.tx(async (tx) => {
    // So that the count still holds when the key is inserted.
    await lockTenantAccounts(tx, tenantId);
    const valid = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, scope.now()));
    if ((await tx.$count(apiKeys, and(keysOf(scope, owner), valid))) >= maxKeysOfPerson) {
      throw conflict(
        t("There can be at most {count, plural, one {# key} other {# keys}}. Revoke one first.", {
          count: maxKeysOfPerson,
        }),
      );
    }
    const row = {
      tenantId,
      userId: owner === "person" ? scope.user.id : null,
      ...form,
      hash: hashToken(secret),
      hint: secret.slice(0, keyPrefix.length + 4),
      createdBy: scope.user.name,
      createdAt: scope.now(),
    };
    const added = only(await tx.insert(apiKeys).values(row).returning(shown));
    const { scopes, expiresAt } = form;
    await audit(tx, scope, {
      ...{ action: "api-key.created", tenantId, targetId: added.id, targetName: form.name },
      changes: { owner, scopes, expiresAt: expiresAt?.toISOString() ?? null },
    });
    return added;
  });
  return { key, secret };
}

export const renameKey = (scope: Scope, owner: KeyOwner, id: string, name: string): Promise<ApiKey> =>
  changeKey(scope, owner, { id, change: { name }, action: "api-key.renamed" });

export async function revokeKey(scope: Scope, owner: KeyOwner, id: string) {
  await changeKey(scope, owner, { id, change: { revokedAt: scope.now() }, action: "api-key.revoked" });
  return { ok: true as const };
}

type Change = { id: string; change: { name: string } | { revokedAt: Date }; action: string };

const changeKey = (scope: Scope, owner: KeyOwner, { id, change, action }: Change) =>
  scope.tx(async (tx) => {
    const which = and(keysOf(scope, owner), eq(apiKeys.id, id));
    const before = firstOr(
      await tx.select({ name: apiKeys.name }).from(apiKeys).where(which),
      notFound(t("API key not found")),
    );
    const changed = firstOr(
      await tx.update(apiKeys).set(change).where(which).returning(shown),
      notFound(t("API key not found")),
    );
    await audit(tx, scope, {
      ...{ action, tenantId: tenantOf(scope, owner), targetId: id, targetName: before.name },
      changes: "name" in change ? { name: [before.name, change.name] } : {},
    });
    return changed;
  });

function refuseScopes({ user }: Scope, owner: KeyOwner, { scopes }: NewApiKey) {
  const ofCompany = scopes.filter(isCompanyScope);
  if (owner === "company" && ofCompany.length < scopes.length)
    throw invalid(t("A key of the company reads nobody's mail"), {
      scopes: t("A key of the company reads nobody's mail"),
    });
  if (ofCompany.length > 0 && !may(user.role, "admin"))
    throw forbidden(t("Only an admin can make a key with these permissions"));
}

function refuseExpiry(scope: Scope, expiresAt: Date | null) {
  if (!expiresAt) return;
  const ahead = expiresAt.getTime() - scope.now().getTime();
  const problem =
    ahead <= 0
      ? t("The end of the key must be in the future")
      : ahead > maxKeyDays * 86_400_000 && t("A key ends within a year, or has no end");
  if (problem) throw invalid(problem, { expiresAt: problem });
}

/** The key of this very call. */
export function getCurrentKey({ user }: Scope) {
  const { key } = user;
  if (!key) throw conflict(t("This call is not made with an API key"));
  return {
    key,
    user: key.isCompany ? null : { id: user.id, name: user.name, email: user.email },
    company: { id: user.tenantId, name: user.tenantName },
  };
}
