// People with connected Gmail accounts at a stand-in for Google.
import { afterAll } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { World } from "#scope.ts";
import { sealTokens } from "#features/mailboxes/oauth/tokens.ts";
import { type Google, startGoogle } from "./stand-ins/google.ts";

/** Google with so many people, who can be handed out one after the other. */
export async function googleWith(count: number) {
  const people = Array.from({ length: count }, (_, at) => ({ email: `person${at}@gmail.test`, name: `Person ${at}` }));
  const google = await startGoogle({ people });
  afterAll(google.stop);
  let taken = 0;
  const newAccount = () => people[taken++]?.email ?? "";
  return { google, newAccount };
}

type Owner = { tenantId: string; id: string };

/** As after a consent: the account is somebody's mailbox. Returns its key, and the token it begins with. */
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
