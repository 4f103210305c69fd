// Challenges that an answer must belong to: of a sign-in's second step, or of WebAuthn. Each works once, within minutes.
import { hashToken, newToken } from "#lib/tokens.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, lt } from "#db/orm.ts";
import { signInChallenges } from "#db/tables/second-factors.ts";

type Challenge = typeof signInChallenges.$inferSelect;
type Issue = Pick<Challenge, "kind"> & Partial<Pick<Challenge, "userId" | "boundTo" | "via">>;

const minute = 60_000;
/** Long enough to fetch a phone, or the recovery codes from a drawer. */
const lifetime: Record<Challenge["kind"], number> = {
  "second-step": 10 * minute,
  "second-step-passkey": 5 * minute,
  "passkey-sign-in": 5 * minute,
  "new-passkey": 5 * minute,
  "step-up": 5 * minute,
};

export const beganAt = ({ kind, expiresAt }: Challenge) => new Date(expiresAt.getTime() - lifetime[kind]);

/** Returns the token, of which only the hash is stored. One of a kind that is bound to the same replaces the earlier one. */
export async function issueChallenge(tx: Tx, { kind, boundTo = "", userId, via }: Issue, now: Date): Promise<string> {
  if (boundTo)
    await tx
      .delete(signInChallenges)
      .where(and(eq(signInChallenges.kind, kind), eq(signInChallenges.boundTo, boundTo)));
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetime[kind]);
  await tx
    .insert(signInChallenges)
    .values({ hash: hashToken(token), kind, boundTo, userId, expiresAt, ...(via && { via }) });
  return token;
}

/** Takes a challenge, so that it works once. Undefined if it is unknown, of another kind or session, or too old. */
export async function takeChallenge(
  tx: Tx,
  { kind, boundTo = "" }: Pick<Issue, "kind" | "boundTo">,
  token: string,
  now: Date,
): Promise<Challenge | undefined> {
  const [taken] = await tx
    .delete(signInChallenges)
    .where(
      and(
        eq(signInChallenges.hash, hashToken(token)),
        eq(signInChallenges.kind, kind),
        eq(signInChallenges.boundTo, boundTo),
        gt(signInChallenges.expiresAt, now),
      ),
    )
    .returning();
  return taken;
}

/** The second step of a token, locked until the end of the transaction. A wrong code does not end it. */
export async function lockSecondStep(tx: Tx, token: string, now: Date): Promise<Challenge | undefined> {
  const [found] = await tx
    .select()
    .from(signInChallenges)
    .where(
      and(
        eq(signInChallenges.hash, hashToken(token)),
        eq(signInChallenges.kind, "second-step"),
        gt(signInChallenges.expiresAt, now),
      ),
    )
    .for("update");
  return found;
}

export async function endChallenge(tx: Tx, hash: string) {
  await tx.delete(signInChallenges).where(eq(signInChallenges.hash, hash));
}

/** Ends the second steps that a person has not finished, when their factors or their password change. */
export async function endChallengesOf(tx: Tx, userId: string) {
  await tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
}

export async function purgeChallenges(tx: Tx, now: Date) {
  await tx.delete(signInChallenges).where(lt(signInChallenges.expiresAt, now));
}
