import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import { users } from "#db/tables/users.ts";
import { ownerOf, type Scope } from "#scope.ts";

type Engine = typeof import("#engine/builtin.ts");
const engine = threaded<Engine>(new URL("../../engine/builtin.ts", import.meta.url));

/** The built-in engine, in a thread: what it reads may be a whole thread of mail. */
export const askBuiltin: <Name extends Parameters<typeof engine>[0]>(
  scope: Scope,
  name: Name,
  given: Parameters<Engine[Name]>,
) => Promise<ReturnType<Engine[Name]>> = (scope, name, given) =>
  engine(name, given as never, { owner: ownerOf(scope) }).catch(tooLong) as never;

export function tooLong(error: unknown): never {
  if (!(error instanceof WorkerLostError)) throw error;
  throw new AppError("too_large", "This text takes too long to read. Please try a shorter one.", { cause: error });
}

/** Who writes, for a model's prompt. */
export async function writerOf(scope: Scope, timeZone = "UTC") {
  const { name, tenantName } = scope.user;
  const hasSignature = (await signingName(scope)) === "";
  return { name, company: tenantName, now: scope.now(), timeZone, hasSignature };
}

/** The name a draft ends with; none where a saved signature follows. */
export async function signingName(scope: Scope) {
  const [me] = await scope.tx((tx) =>
    tx.select({ signature: users.signatureHtml }).from(users).where(eq(users.id, scope.user.id)),
  );
  return me?.signature ? "" : scope.user.name;
}
