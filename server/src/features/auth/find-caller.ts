import type { Role } from "@intellibox/contract/rules/access";
import { groupCommit } from "#lib/group-commit.ts";
import { hashToken } from "#lib/tokens.ts";
import type { Database } from "#db/client.ts";
import { translateFault } from "#db/database-faults.ts";
import { fencedTransaction } from "#db/fence.ts";
import type { Person } from "#scope.ts";
import { endExpiredTokens } from "./sessions.ts";

type Row = {
  hash: string;
  session_id: string;
  user_id: string;
  tenant_id: string;
  name: string;
  email: string;
  role_code: Role;
  must_change_password: boolean;
  mail_closed: boolean;
  tenant_name: string;
  tenant_is_owner: boolean;
  proved_at: Date;
  must_add_factor: boolean;
  mail_state?: string;
};

/**
 * Looks up the caller of every request, without a cache: a suspended, deactivated or signed-out user is refused at once. Requests
 * that arrive together share one query, which starts after the last of them arrived. A caller who reads lists of mail also gets their
 * state, in the same round trip.
 */
export function callerFinder(db: Database) {
  const find = finderBy(db, "authenticate_session");
  const findReader = finderBy(db, "authenticate_reader");
  return (token: string, { readsMail = false }: { readsMail?: boolean } = {}): Promise<Person | undefined> =>
    (readsMail ? findReader : find)(hashToken(token));
}

function finderBy(db: Database, source: "authenticate_session" | "authenticate_reader") {
  const single = { name: source, text: `select $1::text as hash, a.* from ${source}($1::text) a` };
  const several = {
    name: `${source}_of`,
    text: `select t.hash, a.* from unnest($1::text[]) as t (hash) cross join lateral ${source}(t.hash) a`,
  };
  return groupCommit<string, Person | undefined>(
    async (given) => {
      const hashes = [...new Set(given)];
      const statement = hashes.length === 1 ? { ...single, values: hashes } : { ...several, values: [hashes] };
      const { rows } = await db.pool.query<Row>(statement).catch((error: unknown) => {
        throw translateFault(error);
      });
      const people = new Map(rows.map((row) => [row.hash, personOf(row)]));
      const refused = hashes.filter((hash) => !people.has(hash));
      // As platform: only the token identifies the session.
      if (refused.length > 0) await fencedTransaction(db, "platform", (tx) => endExpiredTokens(tx, refused));
      return given.map((hash) => people.get(hash));
    },
    { most: 50, lanes: 2, lingerMs: 0 },
  );
}

const personOf = (row: Row): Person => ({
  id: row.user_id,
  tenantId: row.tenant_id,
  name: row.name,
  email: row.email,
  role: row.role_code,
  mustChangePassword: row.must_change_password,
  mailClosed: row.mail_closed,
  tenantName: row.tenant_name,
  tenantIsOwner: row.tenant_is_owner,
  sessionId: row.session_id,
  provedAt: new Date(row.proved_at),
  mustAddFactor: row.must_add_factor,
  mailState: row.mail_state,
});
