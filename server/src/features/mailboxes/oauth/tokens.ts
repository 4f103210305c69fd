// The tokens of a Gmail or Outlook mailbox: sealed in its row, renewed before they expire and by one process at a time. Only a
// revoked grant disconnects the mailbox; any other error is retried.
import { setTimeout as sleep } from "node:timers/promises";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { newId } from "#lib/ids.ts";
import type { Sealer } from "#lib/seal.ts";
import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { tokenLease } from "#db/lease.ts";
import { and } from "#db/orm.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { MailboxError } from "#outside/mailboxes/mailbox.ts";
import { type Grant, OauthError, type OauthProvider } from "#outside/oauth.ts";
import type { Outside } from "#outside/outside.ts";
import { isMailbox, type MailboxKey } from "../mailbox-key.ts";

/** The means of a renewal: the mailbox's row in the fence of its owner, and the provider. */
export type TokenContext = {
  sealer: Sealer;
  readonly outside: Outside;
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};
export type CloudMailbox = MailboxKey & { provider: OauthProvider; email: string };

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: number };
const storedTokens = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAt: z.number() });

export const sealTokens = (sealer: Sealer, { tenantId, id }: Pick<MailboxKey, "tenantId" | "id">, tokens: Tokens) =>
  sealer.seal(JSON.stringify(tokens), placeOf(sealedColumns.mailboxPassword, tenantId, id));

const openTokens = (sealer: Sealer, { tenantId, id }: MailboxKey, sealed: string): Tokens =>
  storedTokens.parse(JSON.parse(openSecret(sealer, sealedColumns.mailboxPassword, { tenantId, row: id, sealed })));

/** Expires by our own clock: the provider's may differ. */
export const tokensOf = ({ accessToken, expiresInSeconds }: Grant, refreshToken: string, now: Date): Tokens => ({
  accessToken,
  refreshToken,
  expiresAt: now.getTime() + expiresInSeconds * 1000,
});

/** A token is renewed this long before it expires. */
const earlyMs = 5 * 60_000;
/** While another process renews it, a token is used until this long before it expires. */
const lastMs = 30_000;
/** How long, and how often, we look for the token that another process renews. */
const patienceMs = 60_000;
const lookAgainMs = 200;

/** The account's `token`: from memory if it is still valid, else from the row, else from the provider. */
export function tokenSource(context: TokenContext, mailbox: CloudMailbox): CloudAccount["token"] {
  let held: Tokens | undefined;
  return async ({ renew = false } = {}) => {
    const refused = renew ? held?.accessToken : undefined;
    if (!held || !isValid(context, held, refused)) held = await findValid(context, mailbox, refused);
    return held.accessToken;
  };
}

const isValid = ({ outside }: TokenContext, tokens: Tokens, refused: string | undefined, marginMs = earlyMs) =>
  tokens.accessToken !== refused && tokens.expiresAt - outside.now().getTime() > marginMs;

async function findValid(context: TokenContext, mailbox: CloudMailbox, refused: string | undefined): Promise<Tokens> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const held = await readTokens(context, mailbox);
    if (isValid(context, held, refused)) return held;
    const holder = newId();
    const claimed = await claimRenewal(context, mailbox, holder);
    const tokens = claimed && (await renewAs(context, mailbox, { holder, sealed: claimed, refused }));
    if (tokens) return tokens;
    if (!claimed && isValid(context, held, refused, lastMs)) return held;
    if (Date.now() > giveUpAt)
      throw new MailboxError("throttled", t("Access to the account is being renewed. Retrying automatically."));
    await sleep(lookAgainMs);
  }
}

async function readTokens({ tx, sealer }: TokenContext, mailbox: CloudMailbox): Promise<Tokens> {
  const [row] = await tx((open) =>
    open.select({ sealed: mailboxes.passwordSealed }).from(mailboxes).where(isMailbox(mailbox)),
  );
  if (!row) throw new MailboxError("gone", t("The mailbox is not connected any more."));
  if (!row.sealed) throw revoked(mailbox);
  return openTokens(sealer, mailbox, row.sealed);
}

/** Claims the renewal. Undefined if another process holds the lease, or the grant is revoked. */
async function claimRenewal({ tx }: TokenContext, mailbox: CloudMailbox, holder: string): Promise<string | undefined> {
  const [row] = await tx((open) =>
    open
      .update(mailboxes)
      .set(tokenLease.claim(holder))
      .where(and(isMailbox(mailbox), tokenLease.isFree()))
      .returning({ sealed: mailboxes.passwordSealed }),
  );
  return row?.sealed ?? undefined;
}

type Renewal = { holder: string; sealed: string; refused: string | undefined };

/** Undefined if the row has changed meanwhile: the caller reads it again. */
async function renewAs(context: TokenContext, mailbox: CloudMailbox, renewal: Renewal): Promise<Tokens | undefined> {
  const { sealer } = context;
  const before = openTokens(sealer, mailbox, renewal.sealed);
  // Another process renewed them before we claimed the lease.
  if (isValid(context, before, renewal.refused)) {
    await releaseRenewal(context, mailbox, renewal.holder, {});
    return before;
  }
  try {
    const grant = await context.outside.oauth.renew(mailbox.provider, before.refreshToken);
    const tokens = tokensOf(grant, grant.refreshToken ?? before.refreshToken, context.outside.now());
    // Stored before it is used: a provider that issues a new refresh token stops accepting the old one.
    const passwordSealed = sealTokens(sealer, mailbox, tokens);
    return (await releaseRenewal(context, mailbox, renewal.holder, { passwordSealed })) ? tokens : undefined;
  } catch (error) {
    if (!(error instanceof OauthError) || error.fault !== "revoked") {
      await releaseRenewal(context, mailbox, renewal.holder, {});
      throw error instanceof OauthError ? new MailboxError("throttled", error.message, { cause: error }) : error;
    }
    const lastError = revoked(mailbox).message;
    const changes = { passwordSealed: null, status: "attention" as const, lastError };
    if (!(await releaseRenewal(context, mailbox, renewal.holder, changes))) return undefined;
    throw revoked(mailbox);
  }
}

/** False if the lease was lost, or released because the account was connected again: then the row is newer. */
function releaseRenewal(
  { tx }: TokenContext,
  mailbox: CloudMailbox,
  holder: string,
  changes: Changes,
): Promise<boolean> {
  return tx(async (open) => {
    const ended = await open
      .update(mailboxes)
      .set({ ...changes, ...tokenLease.release })
      .where(and(isMailbox(mailbox), tokenLease.isHeldBy(holder)))
      .returning({ id: mailboxes.id });
    if (changes.status) await publish(open, mailbox, { kind: "mailboxes", data: { mailbox: mailbox.id } });
    return ended.length > 0;
  });
}
type Changes = { passwordSealed?: string | null; status?: "attention"; lastError?: string };

const providerNames = { gmail: "Google", outlook: "Microsoft" };
const revoked = ({ provider, email }: CloudMailbox) =>
  new MailboxError(
    "auth",
    t("{provider} no longer lets us into {email}. Reconnect it to go on.", {
      provider: providerNames[provider],
      email,
    }),
  );
