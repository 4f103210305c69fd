// A sign-in under way. Its state and, after the provider's answer, its code work once, for a short time, and in one browser.
import { createHmac } from "node:crypto";
import { type SsoDoor, ssoCallbackPath } from "@intellibox/contract/rules/sso";
import { publicUrlOf } from "#lib/public-url.ts";
import { hashToken, newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, lt } from "#db/orm.ts";
import { ssoAttempts } from "#db/tables/sso.ts";
import type { OidcProof } from "#outside/oidc.ts";
import type { Visitor } from "#scope.ts";

type Step = (typeof ssoAttempts.$inferSelect)["step"];
type Subject = { door: SsoDoor; companyId?: string; userId?: string };

const lifetimeMs: Record<Step, number> = { provider: 10 * 60_000, page: 60_000 };
const cookiePath = ssoCallbackPath.slice(0, ssoCallbackPath.lastIndexOf("/"));

/** Several tabs may sign in at the same time, each with a cookie of its own. */
const cookieName = (hash: string) => `sso_${hash.slice(0, 16)}`;

export type BegunAttempt = { token: string; secret: string; cookie: string };

/** Returns the state or the code, and the cookie that binds it to the browser: without it, an attacker could sign a victim in. */
export async function beginAttempt(tx: Tx, visitor: Visitor, step: Step, subject: Subject): Promise<BegunAttempt> {
  const [token, secret] = [newToken(), newToken()];
  const hash = hashToken(token);
  const expiresAt = new Date(visitor.now().getTime() + lifetimeMs[step]);
  await tx.insert(ssoAttempts).values({ hash, step, browserHash: hashToken(secret), expiresAt, ...subject });
  const secure = publicUrlOf(visitor.config).startsWith("https:") ? "; Secure" : "";
  const bounds = `Path=${cookiePath}; Max-Age=${lifetimeMs[step] / 1000}; HttpOnly; SameSite=Lax${secure}`;
  return { token, secret, cookie: `${cookieName(hash)}=${secret}; ${bounds}` };
}

/** Ends an attempt. Undefined if it was used, is too old, or belongs to another browser, which leaves it open. */
export async function endAttempt(tx: Tx, visitor: Visitor, step: Step, token: string) {
  const hash = hashToken(token);
  const secret = visitor.cookie(cookieName(hash)) ?? "";
  const [ended] = await tx
    .delete(ssoAttempts)
    .where(and(eq(ssoAttempts.hash, hash), eq(ssoAttempts.step, step), eq(ssoAttempts.browserHash, hashToken(secret))))
    .returning();
  return ended && ended.expiresAt > visitor.now() ? { ...ended, secret } : undefined;
}

export const endCookie = (token: string) =>
  `${cookieName(hashToken(token))}=; Path=${cookiePath}; Max-Age=0; HttpOnly; SameSite=Lax`;

/** Derived from the browser's cookie, of which only a hash is stored: whoever reads the database cannot use the provider's answer. */
export function proofOf(state: string, secret: string): OidcProof {
  const derive = (purpose: string) => createHmac("sha256", secret).update(purpose).digest("base64url");
  return { state, verifier: derive("verifier"), nonce: derive("nonce") };
}

export const purgeSsoAttempts = (tx: Tx, now: Date) => tx.delete(ssoAttempts).where(lt(ssoAttempts.expiresAt, now));
