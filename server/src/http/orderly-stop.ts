// Ends the server without cutting a call: it stops listening, answers what has begun, then closes the connections.
import type { ServerResponse } from "node:http";
import type { Http2Session } from "node:http2";
import { Server, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

type Limits = {
  /** Calls that take longer are cut. Below the 30 s after which Kubernetes kills a process. */
  deadlineMs: number;
  /** How long no call may be open before idle connections are closed: a client may just be writing its next call. */
  quietMs: number;
};

/** `begin` tells the other parts of the program that the stop has begun. */
export function stopInOrder(
  app: FastifyInstance,
  begin: () => void,
  { deadlineMs, quietMs }: Limits = { deadlineMs: 10_000, quietMs: 200 },
) {
  const sockets = new Set<Socket>();
  const sessions = new Set<Http2Session>();
  const calls = new Set<ServerResponse>();
  app.server.on("connection", (socket: Socket) => keep(sockets, socket));
  app.server.on("session", (session: Http2Session) => keep(sessions, session));
  app.server.on("request", (_request, response: ServerResponse) => keep(calls, response));

  // Asks clients to close their connections, but not while the port is open: they would open others, and those that nobody has
  // accepted when it closes are reset.
  let isPortClosed = false;
  app.addHook("onSend", async (request, reply) => {
    if (isPortClosed && request.raw.httpVersionMajor < 2) reply.header("connection", "close");
  });

  app.addHook("preClose", async () => {
    begin();
    // Right after the event loop has accepted all connections that wait.
    await nextTurn();
    // Not the server's own `close`, which also closes connections on which a client may just be writing a call.
    Server.prototype.close.call(app.server);
    isPortClosed = true;
    // Refuses new streams, which the client may repeat elsewhere, and ends after the open ones.
    for (const session of sessions) session.close();
    const deadline = Date.now() + deadlineMs;
    let quietSince = Date.now();
    while (sockets.size > 0 && Date.now() < deadline && Date.now() - quietSince < quietMs) {
      await sleep(20);
      if (calls.size > 0) quietSince = Date.now();
    }
    for (const session of sessions) session.destroy();
    for (const socket of sockets) socket.destroySoon();
    // A client that does not read its answer would keep the connection open.
    setTimeout(() => sockets.forEach((socket) => void socket.destroy()), 500).unref();
  });
}

function keep<Part extends { once(event: "close", listener: () => void): unknown }>(parts: Set<Part>, part: Part) {
  parts.add(part);
  part.once("close", () => parts.delete(part));
}
