import { t } from "@intellibox/contract/text/t";
// Notices about what others did to an account, shown to its owner until they are dismissed.

import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, isNull } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { accountNotices } from "#db/tables/account-notices.ts";
import type { Scope } from "#scope.ts";
import { canMailLinks } from "./account-mail.ts";

type NewNotice = {
  tenantId: string;
  userId: string;
  kind: (typeof accountNotices.$inferSelect)["kind"];
  reason?: string;
};

/** Call it in the transaction of the action that it is about. */
export async function addNotice(tx: Tx, { user, address }: Pick<Scope, "user" | "address">, notice: NewNotice) {
  await tx.insert(accountNotices).values({ ...notice, byName: user.name, byEmail: user.email, address });
}

export async function listNotices(scope: Scope) {
  const rows = await scope.tx((tx) =>
    tx.select().from(accountNotices).where(undismissed(scope)).orderBy(desc(accountNotices.at)).limit(20),
  );
  const items = rows.map(({ id, kind, byName, byEmail, at, address, reason }) => ({
    ...{ id, kind, at, address, reason },
    by: { name: byName, email: byEmail },
  }));
  return { items, linkByMail: await canMailLinks(scope) };
}

export function dismissNotice(scope: Scope, id: string) {
  return scope.tx(async (tx) => {
    const found = await tx
      .update(accountNotices)
      .set({ dismissedAt: scope.now() })
      .where(and(undismissed(scope), eq(accountNotices.id, id)))
      .returning({ id: accountNotices.id });
    firstOr(found, notFound(t("Notice not found")));
    return { ok: true as const };
  });
}

const undismissed = ({ user }: Scope) =>
  and(
    eq(accountNotices.tenantId, user.tenantId),
    eq(accountNotices.userId, user.id),
    isNull(accountNotices.dismissedAt),
  );
