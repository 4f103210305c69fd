// An attempt to connect an account. It starts in one session and browser, and ends once in the same, within ten minutes.

import { z } from "zod";
import type { Config } from "#lib/config.ts";
import { newId } from "#lib/ids.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { hashToken, newToken } from "#lib/tokens.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, lt } from "#db/orm.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { oauthAttempts } from "#db/tables/oauth-attempts.ts";
import { newProof, type OauthProvider, type Proof } from "#outside/oauth.ts";
import type { Scope, World } from "#scope.ts";
import { type AttemptKey, signState } from "./state.ts";

const lifetimeMs = 10 * 60_000;
const cookiePath = "/api/mail/connect";
const proofShape = z.object({ state: z.string(), verifier: z.string(), nonce: z.string() });

export const redirectUriOf = (config: Config, provider: OauthProvider) =>
  `${publicUrlOf(config)}${cookiePath}/${provider}/callback`;

/**
 * Returns what the provider's answer is checked against, and a cookie. Without the cookie, an attacker could send their consent
 * link to a victim, and the victim's mailbox would be connected to the attacker's account.
 */
export async function beginAttempt(scope: Scope, provider: OauthProvider): Promise<{ proof: Proof; cookie: string }> {
  const { tenantId, user, sealer, config } = scope;
  if (!user.sessionId) throw new Error("Connecting an account needs a session");
  const key: AttemptKey = { tenantId, userId: user.id, id: newId() };
  const proof = newProof(signState(sealer, key));
  const secret = newToken();
  const attempt = {
    ...key,
    provider,
    sessionId: user.sessionId,
    browserHash: hashToken(secret),
    proofSealed: sealer.seal(JSON.stringify(proof), placeOf(sealedColumns.oauthProof, tenantId, key.id)),
    expiresAt: new Date(scope.now().getTime() + lifetimeMs),
  };
  await scope.tx((tx) => tx.insert(oauthAttempts).values(attempt));
  const secure = publicUrlOf(config).startsWith("https:") ? "; Secure" : "";
  const bounds = `Path=${cookiePath}; Max-Age=${lifetimeMs / 1000}; HttpOnly; SameSite=Lax${secure}`;
  return { proof, cookie: `${cookieName(key.id)}=${secret}; ${bounds}` };
}

const cookieName = (id: string) => `connect_${id}`;
export const endCookie = (id: string) => `${cookieName(id)}=; Path=${cookiePath}; Max-Age=0; HttpOnly; SameSite=Lax`;

export type EndedAttempt = { proof: Proof; sessionId: string };

/** Ends an attempt. `browser`: it belongs to another browser, and stays open. `expired`: it was used, or its time is over. */
export async function endAttempt(
  { db, sealer, outside }: World,
  key: AttemptKey,
  { provider, cookies }: { provider: OauthProvider; cookies: string },
): Promise<EndedAttempt | "browser" | "expired"> {
  const secret = new RegExp(`(?:^|;\\s*)${cookieName(key.id)}=([\\w-]{20,100})`).exec(cookies)?.[1] ?? "";
  const isAttempt = and(
    eq(oauthAttempts.tenantId, key.tenantId),
    eq(oauthAttempts.id, key.id),
    eq(oauthAttempts.provider, provider),
  );
  return fencedTransaction(db, key, async (tx) => {
    const [ended] = await tx
      .delete(oauthAttempts)
      .where(and(isAttempt, eq(oauthAttempts.browserHash, hashToken(secret))))
      .returning();
    if (!ended) {
      const waiting = await tx.select({ id: oauthAttempts.id }).from(oauthAttempts).where(isAttempt);
      return waiting.length > 0 ? "browser" : "expired";
    }
    if (ended.expiresAt <= outside.now()) return "expired";
    const place = { tenantId: key.tenantId, row: key.id, sealed: ended.proofSealed };
    const text = openSecret(sealer, sealedColumns.oauthProof, place);
    return { proof: proofShape.parse(JSON.parse(text)), sessionId: ended.sessionId };
  });
}

/** As platform: attempts of all tenants whose browser never came back. */
export const purgeAttempts = (tx: Tx, now: Date) => tx.delete(oauthAttempts).where(lt(oauthAttempts.expiresAt, now));
