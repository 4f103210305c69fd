// What the assistant may read of mail, worked out in a thread where there is much of it.
import { threaded } from "#lib/threads.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { tooLong } from "./builtin.ts";
import { readAllUntrusted, type Untrusted } from "./untrusted.ts";

const inThread = threaded<typeof import("./untrusted.ts")>(new URL("./untrusted.ts", import.meta.url));

/** So much is read at once: a thread would cost more than that. */
const shortLength = 2_000;

export async function readMails(scope: Scope, bodies: string[]): Promise<Untrusted[]> {
  const length = bodies.reduce((sum, body) => sum + body.length, 0);
  if (length <= shortLength) return readAllUntrusted(bodies);
  return inThread("readAllUntrusted", [bodies], { owner: ownerOf(scope) }).catch(tooLong);
}

export async function readMail(scope: Scope, body: string): Promise<Untrusted> {
  const [read = { text: "", warnings: [] }] = await readMails(scope, [body]);
  return read;
}
