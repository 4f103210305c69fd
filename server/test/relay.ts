// A relay before a mail server, for what happens between two machines: it cuts, freezes, slows down, and answers in the server's place.
import { connect, type Socket } from "node:net";
import { startTalker } from "./talker.ts";

export type Relay = {
  port: number;
  /** Sees each piece that a client sends; what it returns goes back to the client, and the server hears nothing of it. */
  onCommand: (said: string) => string | undefined;
  /** Sees each piece that the server sends; what it returns goes to the client. */
  onAnswer: (data: Buffer) => Buffer;
  /** Ends every connection. */
  cut(): void;
  /** From now on nothing comes through, in either direction, and nobody is told. */
  freeze(): void;
  /** From now on the server's words come byte by byte, with such a pause after each. */
  trickle(pauseMs: number): void;
  stop(): Promise<void>;
};

export async function startRelay(target: number): Promise<Relay> {
  const pairs = new Set<Socket>();
  let isFrozen = false;
  let pauseMs = 0;

  const talker = await startTalker((client) => {
    const server = connect(target, "127.0.0.1");
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
    port: talker.port,
    onCommand: () => undefined,
    onAnswer: (data) => data,
    cut() {
      for (const socket of pairs) socket.destroy();
    },
    freeze() {
      isFrozen = true;
    },
    trickle(ms) {
      pauseMs = ms;
    },
    async stop() {
      relay.cut();
      await talker.stop();
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
