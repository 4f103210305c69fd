import type { Session } from "@intellibox/contract/endpoints/sessions";
import { t } from "@intellibox/contract/text/t";
import ipaddr from "ipaddr.js";
import { deviceName } from "#lib/device-name.ts";
import { isPublicAddress } from "#lib/egress.ts";
import { conflict, notFound } from "#lib/errors.ts";
import { and, desc, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { sessions } from "#db/tables/sessions.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { endSessionsOf, isOver, limitsOfTenant } from "#features/auth/sessions.ts";

/** A person has a few. Programs that sign in again and again can make thousands. */
const mostListed = 200;

export async function listSessions(scope: Scope): Promise<Session[]> {
  const rows = await scope.tx((tx) =>
    tx
      .select({ session: sessions, limits: limitsOfTenant })
      .from(sessions)
      .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
      .where(ownOf(scope))
      .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
      .limit(mostListed),
  );
  const now = scope.now();
  return rows
    .filter(({ session, limits }) => !isOver(session, limits, now))
    .map(({ session: { id, userAgent, address, createdAt, lastUsedAt, endsAt } }) => ({
      ...{ id, address, createdAt, lastUsedAt, endsAt },
      device: deviceName(userAgent),
      network: networkOf(address),
      isCurrent: id === scope.user.sessionId,
    }));
}

export function endOneSession(scope: Scope, id: string) {
  if (id === scope.user.sessionId) throw conflict(t("This is the session that you use. Sign out instead."));
  return scope.tx(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(ownOf(scope), eq(sessions.id, id)))
      .returning({ userAgent: sessions.userAgent });
    const { userAgent } = firstOr(ended, notFound(t("Session not found")));
    await auditEnd(tx, scope, { device: deviceName(userAgent) });
    return { ok: true as const };
  });
}

export function endOtherSessions(scope: Scope) {
  const { user } = scope;
  return scope.tx(async (tx) => {
    const ended = await endSessionsOf(tx, user, user.sessionId);
    if (ended > 0) await auditEnd(tx, scope, { sessions: ended });
    return { ended };
  });
}

const auditEnd = (tx: Parameters<typeof audit>[0], scope: Scope, changes: Record<string, unknown>) =>
  audit(tx, scope, {
    action: "user.sessions-ended",
    tenantId: scope.user.tenantId,
    targetId: scope.user.id,
    targetName: scope.user.email,
    changes,
  });

const ownOf = ({ user }: Scope) => and(eq(sessions.tenantId, user.tenantId), eq(sessions.userId, user.id));

function networkOf(address: string): Session["network"] {
  if (!ipaddr.isValid(address)) return "unknown";
  if (isPublicAddress(address)) return "internet";
  return ipaddr.process(address).range() === "loopback" ? "this-computer" : "local";
}
