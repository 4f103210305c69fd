import type { Endpoint } from "./endpoint.ts";
import { auth } from "./endpoints/auth.ts";
import { system } from "./endpoints/system.ts";

/** Every call there is. The server mounts this table whole; a call that is not here cannot be made. */
export const api = {
  auth,
  system,
} satisfies Record<string, Record<string, Endpoint>>;

export const allEndpoints: Endpoint[] = Object.values(api).flatMap((calls) => Object.values(calls));
