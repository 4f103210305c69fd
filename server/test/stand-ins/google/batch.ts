// https://developers.google.com/workspace/gmail/api/guides/batch: a multipart/mixed of application/http parts, each a whole request
// without host. The outer Authorization is for all parts, and a part's Content-ID is returned with the prefix `response-`.
import type { Call, GoogleAnswer } from "./calls.ts";

type Inner = Call & { contentId: string };

export function readBatch(call: Call): Inner[] {
  const boundary = /boundary="?([^";]+)/.exec(call.headers["content-type"] ?? "")?.[1] ?? "";
  const parts = call.body.toString("latin1").split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const [head = "", request = "", ...rest] = part.replace(/^\r?\n/, "").split(/\r?\n\r?\n/);
    const [method = "GET", target = "/"] = request.trimStart().split(/\s+/);
    const address = new URL(target, "http://localhost");
    const contentId = /^content-id:\s*<?([^>\r\n]+)/im.exec(head)?.[1] ?? "";
    const body = Buffer.from(rest.join("\r\n\r\n"), "latin1");
    const headers = { authorization: call.headers.authorization ?? "" };
    return { method, path: address.pathname, query: address.searchParams, headers, body, contentId };
  });
}

export function writeBatch(calls: Inner[], answers: GoogleAnswer[]): GoogleAnswer {
  const boundary = "batch_of_the_stand_in";
  const parts = answers.map(({ status, headers, body }, at) => {
    const lines = Object.entries({ ...headers, "content-length": String(body.length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const id = calls[at]?.contentId ?? "";
    return `--${boundary}\r\nContent-Type: application/http\r\nContent-ID: <response-${id}>\r\n\r\nHTTP/1.1 ${status} ${status < 300 ? "OK" : "Error"}\r\n${head}\r\n${body.toString("latin1")}\r\n`;
  });
  return {
    status: 200,
    headers: { "content-type": `multipart/mixed; boundary=${boundary}` },
    body: Buffer.from(`${parts.join("")}--${boundary}--\r\n`, "latin1"),
  };
}
