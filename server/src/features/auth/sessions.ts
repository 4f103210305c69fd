// Sessions with opaque tokens. Only hashes of the tokens are stored, and none is logged.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { t } from "@intellibox/contract/text/t";
import { unauthenticated } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { hashToken, newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, inArray, lt, lte, ne, sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { sessions, sessionTokens, type signInWays } from "#db/tables/sessions.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";

export type TokenPair = { token: string; refreshToken: string };

const minutes = 60_000;
const hours = 60 * minutes;
const accessLifetime = 15 * minutes;
/** Browser tabs share one refresh token. Tabs that renew it within this time get the same successor. */
const reuseGrace = 10_000;

type Opening = {
  tenantId: string;
  userId: string;
  address: string;
  userAgent: string;
  now: Date;
  via?: (typeof signInWays)[number];
};

/** A sign-in is a proof of the person, as `stepUp` needs one. */
export async function openSession(
  tx: Tx,
  { tenantId, userId, address, userAgent, now, via = "password" }: Opening,
): Promise<TokenPair> {
  const limits = only(await tx.select(limitsOfTenant).from(tenants).where(eq(tenants.id, tenantId)));
  const session = { tenantId, id: newId(), endsAt: after(now, limits.life) };
  const times = { createdAt: now, lastUsedAt: now, provedAt: now };
  await tx.insert(sessions).values({ ...session, userId, address, userAgent, via, ...times });
  await tx
    .update(users)
    .set({ lastSignInAt: now })
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)));
  return issuePair(tx, session, limits, now);
}

/** After how many hours the sessions of a company end. */
export type SessionLimits = { idle: number; life: number };
export const limitsOfTenant = { idle: tenants.sessionIdleHours, life: tenants.sessionLifeHours };

const after = (moment: Date, count: number) => new Date(moment.getTime() + count * hours);

/** True if the limits, which may have become shorter since the sign-in, end a session. */
export const isOver = (
  { createdAt, lastUsedAt, endsAt }: { createdAt: Date; lastUsedAt: Date; endsAt: Date },
  { idle, life }: SessionLimits,
  now: Date,
) => endsAt <= now || after(createdAt, life) <= now || after(lastUsedAt, idle) <= now;

/** Returns "reused" instead of throwing, so that the transaction commits the end of the session. */
export async function renewSession(
  tx: Tx,
  refreshToken: string,
  { now, address }: { now: Date; address: string },
): Promise<TokenPair | "reused" | "unknown"> {
  const [held] = await tx
    .select({
      ...{ token: sessionTokens, session: sessions, limits: limitsOfTenant },
      ...{ userStatus: users.status, tenantStatus: tenants.status },
    })
    .from(sessionTokens)
    .innerJoin(sessions, and(eq(sessions.tenantId, sessionTokens.tenantId), eq(sessions.id, sessionTokens.sessionId)))
    .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.id, sessions.userId)))
    .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
    .where(and(eq(sessionTokens.hash, hashToken(refreshToken)), eq(sessionTokens.kind, "refresh")))
    // Serializes renewals with the same token, so that the second sees the successor of the first.
    .for("update", { of: sessionTokens });
  if (held?.userStatus !== "Active" || held.tenantStatus !== "Active") return "unknown";
  const { token, session, limits } = held;
  if (token.expiresAt <= now || isOver(session, limits, now)) {
    await tx.delete(sessionTokens).where(eq(sessionTokens.hash, token.hash));
    return "unknown";
  }

  if (token.usedAt) {
    const within = now.getTime() - token.usedAt.getTime() <= reuseGrace;
    if (within && token.successor) return openSuccessor(refreshToken, token.successor);
    await endSession(tx, session);
    return "reused";
  }
  const pair = await issuePair(tx, session, limits, now);
  await tx
    .update(sessions)
    .set({ lastUsedAt: now, ...(address && { address }) })
    .where(and(eq(sessions.tenantId, session.tenantId), eq(sessions.id, session.id)));
  await tx
    .update(sessionTokens)
    .set({ usedAt: now, successor: sealSuccessor(refreshToken, pair) })
    .where(eq(sessionTokens.hash, token.hash));
  return pair;
}

/** Notes that the person of a session has proved who they are. Call it as platform. */
export async function noteProof(tx: Tx, session: { tenantId: string; id: string }, now: Date) {
  await tx
    .update(sessions)
    .set({ provedAt: now })
    .where(and(eq(sessions.tenantId, session.tenantId), eq(sessions.id, session.id)));
}

export const refusedRenewal = () => unauthenticated(t("Your session has ended. Please sign in again."));

export async function endSession(tx: Tx, session: { tenantId: string; id: string }) {
  await tx.delete(sessions).where(and(eq(sessions.tenantId, session.tenantId), eq(sessions.id, session.id)));
}

/** Ends all sessions of a user except `except`, a session id. Returns how many. */
export async function endSessionsOf(tx: Tx, user: { tenantId: string; id: string }, except?: string): Promise<number> {
  const theirs = and(eq(sessions.tenantId, user.tenantId), eq(sessions.userId, user.id));
  const ended = await tx
    .delete(sessions)
    .where(except ? and(theirs, ne(sessions.id, except)) : theirs)
    .returning({ id: sessions.id });
  return ended.length;
}

export async function endSessionsOfTenant(tx: Tx, tenantId: string) {
  await tx.delete(sessions).where(eq(sessions.tenantId, tenantId));
}

/** Checks that a session has not ended and that its user and company are active. */
export async function isSessionActive(tx: Tx, session: { tenantId: string; id: string }, now: Date): Promise<boolean> {
  const found = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.id, sessions.userId)))
    .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
    .where(
      and(
        eq(sessions.tenantId, session.tenantId),
        eq(sessions.id, session.id),
        gt(sessions.endsAt, now),
        eq(users.status, "Active"),
        eq(tenants.status, "Active"),
      ),
    );
  return found.length > 0;
}

/** Deletes the expired ones of tokens that were refused, so that they stay refused if the clock is put back. */
export async function endExpiredTokens(tx: Tx, hashes: string[]) {
  await tx
    .delete(sessionTokens)
    .where(and(inArray(sessionTokens.hash, hashes), lte(sessionTokens.expiresAt, sql`now()`)));
}

/** Deletes expired sessions and tokens. */
export async function purgeSessions(tx: Tx, now: Date) {
  await tx.delete(sessions).where(lt(sessions.endsAt, now));
  await tx.delete(sessionTokens).where(lt(sessionTokens.expiresAt, now));
}

async function issuePair(
  tx: Tx,
  session: { tenantId: string; id: string; endsAt: Date; createdAt?: Date },
  { idle, life }: SessionLimits,
  now: Date,
): Promise<TokenPair> {
  const pair = { token: newToken(), refreshToken: newToken() };
  const end = Math.min(session.endsAt.getTime(), after(session.createdAt ?? now, life).getTime());
  const until = (lifetime: number) => new Date(Math.min(now.getTime() + lifetime, end));
  const common = { tenantId: session.tenantId, sessionId: session.id };
  await tx.insert(sessionTokens).values([
    { ...common, kind: "access", hash: hashToken(pair.token), expiresAt: until(accessLifetime) },
    { ...common, kind: "refresh", hash: hashToken(pair.refreshToken), expiresAt: until(idle * hours) },
  ]);
  return pair;
}

/** Derived from the replaced token, of which only the hash is stored: only the holder of that token can open the successor. */
const graceKey = (refreshToken: string) =>
  Buffer.from(hkdfSync("sha256", refreshToken, "", "intellibox successor", 32));

function sealSuccessor(refreshToken: string, pair: TokenPair) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", graceKey(refreshToken), nonce);
  const box = Buffer.concat([cipher.update(JSON.stringify(pair)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), box]).toString("base64url");
}

function openSuccessor(refreshToken: string, sealed: string): TokenPair {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", graceKey(refreshToken), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as TokenPair;
}
