// The work of large-calls.ts that runs in a thread, because its cost grows with the size of the body or answer.
import { allEndpoints } from "@intellibox/contract/api";
import type { ErrorCode } from "@intellibox/contract/errors";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { parseJson } from "./parse-json.ts";
import { parsePart } from "./refusal.ts";

/** Identifies an endpoint, which itself cannot be cloned to a thread. */
type CallName = { method: string; path: string };
type Fields = Record<string, string>;
type ParsedBody = { body: unknown } | { refused: { code: ErrorCode; message: string; fields?: Fields | undefined } };

/** Returns a refusal instead of throwing it: an error would lose its code and fields on the way out of the thread. */
export function readBody(name: CallName, given: Uint8Array | Fields): ParsedBody {
  try {
    // JSON null counts as an empty body, like a missing one.
    const value = (given instanceof Uint8Array ? parseJson(textOf(given)) : given) ?? {};
    const schema = endpointOf(name).body;
    return { body: schema && parsePart(schema, value, "body") };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, fields } = error;
    return { refused: { code, message, fields } };
  }
}

export const writeAnswer = (name: CallName, value: unknown): Uint8Array =>
  Buffer.from(JSON.stringify(z.encode(endpointOf(name).response, value as never)));

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("utf8");

function endpointOf({ method, path }: CallName) {
  const found = allEndpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
  if (!found) throw new Error(`There is no call ${method} ${path}`);
  return found;
}
