import { t } from "@intellibox/contract/text/t";
import type { Config } from "#lib/config.ts";
import { forbidden, invalid } from "#lib/errors.ts";
import { onRaw, type RawRequest } from "#http/route.ts";
import type { World } from "#scope.ts";
import { callApiOf } from "./call-api.ts";

export const mcpPath = "/mcp";
const guard = { path: mcpPath, access: "signed-in", tenancy: "personal", key: "mcp" } as const;

/** The Model Context Protocol by streamable HTTP, without sessions: each call brings its key, and gets one JSON answer. */
export const mcpRoutes = ({ config }: Pick<World, "config">) => [
  onRaw({ ...guard, method: "POST", perMinute: 120 }, async (scope, request, reply) => {
    refuseForeignOrigin(request, config);
    if (!scope.user.key) throw forbidden(t("Programs connect with an API key"));
    // The protocol knows no batches since 2025-06-18, and one call must not do the work of hundreds.
    if (Array.isArray(request.body)) throw invalid(t("Send one message at a time"));
    const { openMcpServer, openTransport } = await import("./tools.ts");
    const server = openMcpServer(callApiOf(request), "1");
    const transport = openTransport();
    // The types of the library are not written for `exactOptionalPropertyTypes`.
    await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string") headers.set(name, value);
    const asked = new Request("http://localhost/mcp", { method: "POST", headers });
    const answer = await transport.handleRequest(asked, { parsedBody: request.body });
    const text = await answer.text();
    await server.close();
    const type = answer.headers.get("content-type");
    if (type) reply.type(type);
    return reply.status(answer.status).header("cache-control", "no-store").send(text);
  }),
  // A client asks for a stream of messages from the server. There are none.
  onRaw({ ...guard, method: "GET" }, (_scope, _request, reply) => reply.status(405).header("allow", "POST").send()),
];

/** A page of another site could reach a server in the reader's network by DNS rebinding. Programs send no Origin. */
function refuseForeignOrigin(request: RawRequest, { publicUrl }: Pick<Config, "publicUrl">) {
  const { origin } = request.headers;
  if (origin === undefined || (publicUrl && origin === new URL(publicUrl).origin)) return;
  throw forbidden(t("Web pages of other sites may not call this address"));
}
