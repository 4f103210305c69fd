// Users with connected Gmail accounts at a simulated Google.
import { afterAll } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { World } from "#scope.ts";
import { sealTokens } from "#features/mailboxes/oauth/tokens.ts";
import { type Google, startGoogle } from "./stand-ins/google.ts";

/** Starts a simulated Google with so many accounts, which tests take one after the other. */
export async function googleWith(count: number) {
  const people = Array.from({ length: count }, (_, at) => ({ email: `person${at}@gmail.test`, name: `Person ${at}` }));
  const google = await startGoogle({ people });
  afterAll(google.stop);
  let taken = 0;
  const newAccount = () => people[taken++]?.email ?? "";
  return { google, newAccount };
}

type Owner = { tenantId: string; id: string };

/** Connects an account as a mailbox, as after a consent. Returns the mailbox's key and its first token. */
export async function connectGmail(world: World, google: Google, owner: Owner, email: string, seconds = 3600) {
  const { access_token: accessToken, refresh_token: refreshToken = "" } = await google.signIn.grant(email);
  const key = { tenantId: owner.tenantId, userId: owner.id, id: newId() };
  const expiresAt = world.outside.now().getTime() + seconds * 1000;
  const passwordSealed = sealTokens(world.sealer, key, { accessToken, refreshToken, expiresAt });
  await fencedTransaction(world.db, key, (tx) =>
    tx.insert(mailboxes).values({ ...key, kind: "gmail", email, username: email, passwordSealed }),
  );
  return { ...key, accessToken };
}
