// Whether a person may sign in with a password, or by anything else that this program checks itself.
import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, notExists, or, type SQL, sql } from "#db/orm.ts";
import { ssoConnections } from "#db/tables/sso.ts";
import { users } from "#db/tables/users.ts";

/**
 * False for the people of a company that refuses passwords, except for the one whose password is kept. A super admin always uses
 * a password: a company's admin chooses its provider, and must not become a super admin by it.
 */
export const maySignInHere = (tx: Tx) =>
  or(
    eq(users.roleCode, "SUPER_ADMIN"),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(ssoConnections)
        .where(
          and(
            eq(ssoConnections.tenantId, users.tenantId),
            eq(ssoConnections.isOnly, true),
            sql`${ssoConnections.passwordUserId} is distinct from ${users.id}`,
          ),
        ),
    ),
  ) as SQL;

/** Whether new people of a company, except for super admins, sign in by single sign-on only. */
export const refusesPasswords = async (tx: Tx, tenantId: string) =>
  (await tx.$count(ssoConnections, and(eq(ssoConnections.tenantId, tenantId), eq(ssoConnections.isOnly, true)))) > 0;

type Whose = { tenantId: string; id: string };

export const mayUsePassword = async (tx: Tx, { tenantId, id }: Whose) =>
  (await tx.$count(users, and(eq(users.tenantId, tenantId), eq(users.id, id), maySignInHere(tx)))) > 0;

/** Call it before a link or a password that could not be used is given to somebody. */
export async function refuseWithoutPassword(tx: Tx, whose: Whose) {
  if (!(await mayUsePassword(tx, whose)))
    throw conflict(
      t("People of this company sign in by single sign-on only, so no password was set and no link mailed"),
    );
}
