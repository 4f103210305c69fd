import type { Role } from "@intellibox/contract/rules/access";
import { hashToken } from "#lib/tokens.ts";
import type { Database } from "#db/client.ts";
import type { Person } from "#scope.ts";

type Row = {
  session_id: string;
  user_id: string;
  tenant_id: string;
  name: string;
  email: string;
  role_code: Role;
  must_change_password: boolean;
  tenant_name: string;
  tenant_is_owner: boolean;
};

/** Asked anew for every request, in one round trip: whoever was suspended, deactivated or signed out is out at once. */
export const callerFinder =
  ({ pool }: Database) =>
  async (token: string): Promise<Person | undefined> => {
    const { rows } = await pool.query<Row>({
      name: "authenticate",
      text: "select * from authenticate($1)",
      values: [hashToken(token)],
    });
    const [row] = rows;
    return (
      row && {
        id: row.user_id,
        tenantId: row.tenant_id,
        name: row.name,
        email: row.email,
        role: row.role_code,
        mustChangePassword: row.must_change_password,
        tenantName: row.tenant_name,
        tenantIsOwner: row.tenant_is_owner,
        sessionId: row.session_id,
      }
    );
  };
