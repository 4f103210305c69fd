// A product that listens on a port, people with mail, and keys for programs.
import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import type { KeyScope } from "@intellibox/contract/rules/key-scopes";
import { mailGiver } from "./mail-world.ts";
import { outboxWorld } from "./outbox-world.ts";
import type { Caller, testWorld } from "./test-world.ts";

/** Call it at the top of a test file, in place of `testWorld`. */
export async function programWorld(options: Parameters<typeof testWorld>[0] = {}) {
  const world = await outboxWorld(options);
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;

  async function keyOf(who: Caller, scopes: KeyScope[]) {
    const body = { name: "Night report", scopes, expiresAt: null };
    const made = await world.call(who, api.apiKeys.create, { body });
    return { id: made.body.key.id, key: made.body.secret };
  }
  return { ...world, url, giveMail: mailGiver(world.world), keyOf };
}
