// Reads mail as untrusted input: short mail at once, longer mail in a worker thread.
import { threaded } from "#lib/threads.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { refuseTooLong } from "./refuse-too-long.ts";
import { readAllUntrusted, type Untrusted } from "./untrusted.ts";

const inThread = threaded<typeof import("./untrusted.ts")>(new URL("./untrusted.ts", import.meta.url));

/** Reading this many characters costs less than a call to a worker thread. */
const shortLength = 2_000;

export async function readMails(scope: Scope, bodies: string[], timeoutMs?: number): Promise<Untrusted[]> {
  const length = bodies.reduce((sum, body) => sum + body.length, 0);
  if (length <= shortLength) return readAllUntrusted(bodies);
  return inThread("readAllUntrusted", [bodies], { owner: ownerOf(scope), timeoutMs }).catch(refuseTooLong);
}

export async function readMail(scope: Scope, body: string): Promise<Untrusted> {
  const [read = { text: "", warnings: [] }] = await readMails(scope, [body]);
  return read;
}
