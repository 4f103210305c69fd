// What a large call says and what it is answered. It costs more the longer it is: called in a thread, see large-calls.ts.
import { allEndpoints } from "@intellibox/contract/api";
import type { ErrorCode } from "@intellibox/contract/errors";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { parseJson } from "./parse-json.ts";
import { parsePart } from "./refusal.ts";

/** Names a call of the contract: an endpoint itself cannot travel to a thread. */
export type CallName = { method: string; path: string };
type Fields = Record<string, string>;
export type Read = { body: unknown } | { refused: { code: ErrorCode; message: string; fields?: Fields | undefined } };

/** The body as its schema reads it, or why it is refused: an error would arrive without its code and its fields. */
export function readBody(name: CallName, given: Uint8Array | Fields): Read {
  try {
    // Nothing is an empty body, as no body at all is.
    const value = (given instanceof Uint8Array ? parseJson(textOf(given)) : given) ?? {};
    const schema = endpointOf(name).body;
    return { body: schema && parsePart(schema, value, "body") };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, fields } = error;
    return { refused: { code, message, fields } };
  }
}

/** The bytes of an answer. */
export const writeAnswer = (name: CallName, value: unknown): Uint8Array =>
  Buffer.from(JSON.stringify(z.encode(endpointOf(name).response, value as never)));

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("utf8");

function endpointOf({ method, path }: CallName) {
  const found = allEndpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
  if (!found) throw new Error(`There is no call ${method} ${path}`);
  return found;
}
