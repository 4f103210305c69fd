import type { BodyOf } from "@intellibox/contract/endpoint";
import type { users as userCalls } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { cleanWritten } from "#lib/html/clean-written.ts";
import { eq, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";

const profileColumns = {
  signatureHtml: users.signatureHtml,
  undoSeconds: users.undoSeconds,
  language: users.language,
  canSend: sql<boolean>`exists (select 1 from ${mailServers}
    where ${mailServers.tenantId} = ${users.tenantId} and ${mailServers.protocol} = 'smtp')`,
};

export const getProfile = (scope: Scope) =>
  scope.tx(async (tx) =>
    firstOr(
      await tx.select(profileColumns).from(users).where(eq(users.id, scope.user.id)),
      notFound(t("User not found")),
    ),
  );

/** Not audited: it changes only the caller's own signature and preferences. */
export async function updateProfile(scope: Scope, form: BodyOf<typeof userCalls.updateProfile>) {
  const { signatureHtml, undoSeconds, language } = form;
  const row = {
    ...(signatureHtml !== undefined && { signatureHtml: cleanWritten(signatureHtml) }),
    ...(undoSeconds !== undefined && { undoSeconds }),
    ...(language !== undefined && { language }),
  };
  if (Object.keys(row).length === 0) return getProfile(scope);
  return scope.tx(async (tx) => {
    const saved = await tx.update(users).set(row).where(eq(users.id, scope.user.id)).returning(profileColumns);
    return firstOr(saved, notFound(t("User not found")));
  });
}
