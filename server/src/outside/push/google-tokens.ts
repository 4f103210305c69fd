/**
 * Verifies the tokens that Google sends with push notices (cloud.google.com/pubsub/docs/authenticate-push-subscriptions): signature,
 * issuer, audience, account and expiry.
 */
import { createPublicKey, type JsonWebKeyInput, type KeyObject, verify } from "node:crypto";
import { z } from "zod";

export type Expected = { audience: string; account: string };
export type GoogleTokens = { isGenuine(token: string, expected: Expected, now: Date): Promise<boolean> };

const keysMs = 3_600_000;
/** An unknown key id may be a new key. Forged ids must not make us fetch the keys each time. */
const askAgainMs = 60_000;
const answerMs = 5_000;
const skewSeconds = 60;

const header = z.object({ alg: z.literal("RS256"), kid: z.string() });
const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  iat: z.number(),
  email: z.string(),
  email_verified: z.literal(true),
});

export function openGoogleTokens(issuer: string, guarded: typeof fetch): GoogleTokens {
  let keys = new Map<string, KeyObject>();
  let asked = 0;
  let asking: Promise<void> | undefined;

  const ask = async () => {
    asked = Date.now();
    const found = await readJson(
      guarded,
      `${issuer}/.well-known/openid-configuration`,
      z.object({ jwks_uri: z.url() }),
    );
    const set = await readJson(
      guarded,
      found.jwks_uri,
      z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
    );
    keys = new Map(set.keys.map((key) => [key.kid, createPublicKey({ key, format: "jwk" } as JsonWebKeyInput)]));
  };
  const keyOf = async (kid: string): Promise<KeyObject | undefined> => {
    const age = Date.now() - asked;
    if (age > keysMs || (!keys.has(kid) && age > askAgainMs))
      asking ??= ask().finally(() => {
        asking = undefined;
      });
    await asking;
    return keys.get(kid);
  };
  // Google has issued tokens with and without the scheme in the issuer.
  const issuers = new Set([issuer, issuer.replace(/^https?:\/\//, "")]);

  return {
    async isGenuine(token, { audience, account }, now) {
      const [head = "", body = "", signature = "", ...rest] = token.split(".");
      const [parsedHead, parsed] = [decode(header, head), decode(claims, body)];
      if (!parsedHead || !parsed || rest.length > 0) return false;
      const seconds = now.getTime() / 1000;
      const isMeant = issuers.has(parsed.iss) && parsed.aud === audience && parsed.email === account;
      if (!isMeant || parsed.exp < seconds - skewSeconds || parsed.iat > seconds + skewSeconds) return false;
      const key = await keyOf(parsedHead.kid);
      return !!key && verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"));
    },
  };
}

async function readJson<Schema extends z.ZodType>(guarded: typeof fetch, url: string, schema: Schema) {
  const response = await guarded(url, { redirect: "error", signal: AbortSignal.timeout(answerMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return schema.parse(await response.json());
}

function decode<Schema extends z.ZodType>(schema: Schema, part: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
