import type { Role } from "@intellibox/contract/rules/access";
import type { KeyScope } from "@intellibox/contract/rules/key-scopes";
import { groupCommit } from "#lib/group-commit.ts";
import type { Log } from "#lib/log.ts";
import { hashToken } from "#lib/tokens.ts";
import type { Database } from "#db/client.ts";
import { translateFault } from "#db/database-faults.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { apiKeys } from "#db/tables/api-keys.ts";
import type { Person } from "#scope.ts";

type Row = {
  hash: string;
  key_id: string;
  key_name: string;
  scopes: KeyScope[];
  last_used_at: Date | null;
  last_used_address: string;
  expires_at: Date | null;
  must_add_factor: boolean;
  /** This and the next five are null for a key of the company. */
  user_id: string | null;
  name: string | null;
  email: string | null;
  role_code: Role | null;
  must_change_password: boolean | null;
  mail_closed: boolean | null;
  tenant_id: string;
  tenant_name: string;
  tenant_is_owner: boolean;
};

/** The last use is noted to the minute, so that a busy program does not write a row with each call. */
const noteMs = 60_000;

/**
 * Looks up the API key of a request, without a cache: a revoked key, and one of a deactivated user or a suspended company, is refused
 * at once. Requests that arrive together share one query.
 */
export function keyCallerFinder(db: Database, log: Log, now: () => Date) {
  const findByHash = groupCommit<string, Row | undefined>(
    async (hashes) => {
      const statement = {
        name: "authenticate_program",
        text: "select t.hash, a.* from unnest($1::text[]) as t (hash) cross join lateral authenticate_program(t.hash) a",
        values: [[...new Set(hashes)]],
      };
      const { rows } = await db.pool.query<Row>(statement).catch((error: unknown) => {
        throw translateFault(error);
      });
      const found = new Map(rows.map((row) => [row.hash, row]));
      return hashes.map((hash) => found.get(hash));
    },
    { most: 50, lanes: 2, lingerMs: 0 },
  );

  return async (secret: string, address: string): Promise<Person | undefined> => {
    const row = await findByHash(hashToken(secret));
    if (!row) return undefined;
    const isRecent = row.last_used_at && now().getTime() - row.last_used_at.getTime() < noteMs;
    if (!isRecent || row.last_used_address !== address) {
      // A call must not fail because its note could not be written.
      await noteUse(db, row, { at: now(), address }).catch((error: unknown) =>
        log.warn({ error }, "key use not noted"),
      );
    }
    return personOf(row);
  };
}

/** As platform: only the key identifies the tenant. */
const noteUse = (db: Database, row: Row, { at, address }: { at: Date; address: string }) =>
  fencedTransaction(db, "platform", (tx) =>
    tx
      .update(apiKeys)
      .set({ lastUsedAt: at, lastUsedAddress: address })
      .where(and(eq(apiKeys.tenantId, row.tenant_id), eq(apiKeys.id, row.key_id))),
  );

function personOf(row: Row): Person {
  const company = { tenantId: row.tenant_id, tenantName: row.tenant_name, tenantIsOwner: row.tenant_is_owner };
  const { key_id: id, key_name: name, scopes, expires_at: expiresAt } = row;
  const key = { id, name, scopes, expiresAt, isCompany: row.user_id === null };
  if (row.user_id === null)
    // `mailClosed` makes PostgreSQL hide all mail from it, and it is no user's id.
    return { ...company, id, name, email: "", role: "ADMIN", mustChangePassword: false, mailClosed: true, key };
  return {
    ...company,
    id: row.user_id,
    name: row.name ?? "",
    email: row.email ?? "",
    // A key works for one company only, also that of a super admin.
    role: row.role_code === "SUPER_ADMIN" ? "ADMIN" : (row.role_code ?? "NORMAL_USER"),
    mustChangePassword: row.must_change_password ?? false,
    mustAddFactor: row.must_add_factor,
    mailClosed: row.mail_closed ?? false,
    key,
  };
}
