import { request } from "undici";

/** A call and its answer, independent of sockets. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
};
export type GoogleAnswer = { status: number; headers: Record<string, string>; body: Buffer; isDropped?: boolean };

export const jsonAnswer = (status: number, json: unknown): GoogleAnswer => ({
  status,
  headers: { "content-type": "application/json; charset=UTF-8" },
  body: Buffer.from(JSON.stringify(json)),
});

/** https://developers.google.com/workspace/gmail/api/guides/handle-errors */
export const apiError = (code: number, reason: string, message: string): GoogleAnswer =>
  jsonAnswer(code, { error: { code, message, errors: [{ domain: "global", reason, message }] } });

/** Forwards a call to the emulator. */
export async function answerOf(base: string, { method, path, query, headers, body }: Call): Promise<GoogleAnswer> {
  const response = await request(`${base}${path}?${query}`, {
    method: method as "GET",
    headers,
    ...(method !== "GET" && { body }),
  });
  const kept: Record<string, string> = {};
  for (const name of ["content-type", "location"]) {
    const value = response.headers[name];
    if (typeof value === "string") kept[name] = value;
  }
  return { status: response.statusCode, headers: kept, body: Buffer.from(await response.body.arrayBuffer()) };
}

export type CallEmulator = (call: Call) => Promise<GoogleAnswer>;
export const jsonOf = <T>(answer: { body: Buffer }) => JSON.parse(answer.body.toString()) as T;
