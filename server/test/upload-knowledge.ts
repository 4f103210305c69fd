import { api } from "@intellibox/contract/api";
import type { FastifyInstance } from "fastify";
import type { Caller } from "./test-world.ts";

/** Adds a file to the caller's knowledge, as a browser sends it. */
export async function uploadKnowledge(
  app: Pick<FastifyInstance, "inject">,
  who: Caller,
  name: string,
  bytes: Uint8Array | string,
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const request = new Request("http://intellibox.test", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/api${api.knowledge.upload.path}`,
    headers: {
      authorization: `Bearer ${who.token}`,
      "content-type": request.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
