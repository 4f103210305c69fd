// A TCP relay in front of a server, for network faults: it cuts, refuses, freezes, slows down, and replies in the server's place.
import { connect, type Socket } from "node:net";
import { startTcpServer } from "./tcp-server.ts";

export type Relay = {
  port: number;
  /** Gets each chunk from a client. If it returns a reply, the client gets it and the server does not get the chunk. */
  onCommand: (said: string) => string | undefined;
  /** Gets each chunk from the server. The client gets the returned one. */
  onAnswer: (data: Buffer) => Buffer;
  /** Ends every connection. */
  cut(): void;
  /** Drops all data in both directions, without closing connections. */
  freeze(): void;
  /** Ends a freeze. What was sent meanwhile is lost. */
  thaw(): void;
  /** Ends every connection, and each new one at once, until it is called with false. */
  refuse(isRefusing?: boolean): void;
  /** Sends the server's data byte by byte, with a pause after each. */
  trickle(pauseMs: number): void;
  stop(): Promise<void>;
};

/** `target` is a port of this machine, or the path of a Unix socket. */
export async function startRelay(target: number | string): Promise<Relay> {
  const pairs = new Set<Socket>();
  let isFrozen = false;
  let isRefusing = false;
  let pauseMs = 0;

  const listener = await startTcpServer((client) => {
    if (isRefusing) return client.destroy();
    const server = typeof target === "number" ? connect(target, "127.0.0.1") : connect(target);
    for (const socket of [client, server]) {
      pairs.add(socket);
      socket.on("error", () => undefined).on("close", () => pairs.delete(socket));
    }
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    client.on("data", (data) => {
      if (isFrozen) return;
      const answer = relay.onCommand(data.toString("latin1"));
      if (answer === undefined) server.write(data);
      else client.write(answer);
    });
    let last = Promise.resolve();
    server.on("data", (data: Buffer) => {
      if (isFrozen) return;
      const answer = relay.onAnswer(data);
      if (pauseMs === 0) return client.write(answer);
      last = last.then(() => trickled(client, answer, pauseMs));
    });
  });

  const relay: Relay = {
    port: listener.port,
    onCommand: () => undefined,
    onAnswer: (data) => data,
    cut() {
      for (const socket of pairs) socket.destroy();
    },
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    refuse(refusing = true) {
      isRefusing = refusing;
      if (refusing) relay.cut();
    },
    trickle(ms) {
      pauseMs = ms;
    },
    async stop() {
      relay.cut();
      await listener.stop();
    },
  };
  return relay;
}

async function trickled(client: Socket, data: Buffer, pauseMs: number) {
  for (const byte of data) {
    if (client.destroyed) return;
    client.write(Buffer.of(byte));
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}
