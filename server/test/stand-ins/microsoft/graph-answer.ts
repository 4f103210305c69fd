import type { MailStore } from "./mail-store.ts";

/** A call, alone or in a $batch. */
export type GraphCall = {
  method: string;
  /** Below /v1.0. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
  store: MailStore;
  /** The server's address. */
  url: string;
};

export type GraphAnswer = { status: number; headers?: Record<string, string>; json?: unknown; bytes?: Buffer };

/** https://learn.microsoft.com/en-us/graph/errors */
export const graphError = (status: number, code: string, message: string, headers = {}): GraphAnswer => ({
  status,
  headers,
  json: { error: { code, message, innerError: { date: new Date().toISOString(), "request-id": "stand-in" } } },
});

export const preferenceOf = ({ headers }: Pick<GraphCall, "headers">, name: string): string | undefined =>
  new RegExp(`${name.replace(".", "\\.")}="?([^",;\\s]+)`, "i").exec(headers.prefer ?? "")?.[1];

export const bodyOf = <T>({ body }: GraphCall): T => JSON.parse(body.toString() || "{}") as T;
