// https://developers.google.com/workspace/gmail/api/guides/uploads: the multipart form of an upload, a JSON part and the mail itself.
import type { Call } from "./calls.ts";

/** The same as a plain call, because the emulator accepts nothing else. */
export function readUpload(call: Call): Call {
  const boundary = /boundary="?([^";]+)/.exec(call.headers["content-type"] ?? "")?.[1] ?? "";
  const text = call.body.toString("latin1");
  const start = text.indexOf("\r\n\r\n");
  const middle = text.indexOf(`\r\n--${boundary}`, start);
  const about = JSON.parse(text.slice(start + 4, middle)) as object;
  const rawStart = text.indexOf("\r\n\r\n", middle) + 4;
  const rawEnd = text.lastIndexOf(`\r\n--${boundary}--`);
  const raw = Buffer.from(text.slice(rawStart, rawEnd), "latin1").toString("base64url");
  return {
    ...call,
    path: call.path.replace("/upload", ""),
    headers: { ...call.headers, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ ...about, raw })),
  };
}
