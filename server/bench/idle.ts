/**
 * Measures the memory of an idle mailbox: many IMAP connections through the product's code, plain and with TLS. The server is a
 * process of its own that implements only the IMAP commands for IDLE.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openImapMailbox } from "#outside/mailboxes/imap/imap.ts";
import { makeCertificate } from "#test/certificate.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";

const own = fileURLToPath(import.meta.url);
type Ports = { plain: number; secure: number; ca: string };
const capabilities = "IMAP4rev1 SASL-IR AUTH=PLAIN ENABLE IDLE NAMESPACE UIDPLUS MOVE SPECIAL-USE CONDSTORE QRESYNC";

if (process.argv[2] === "listener") {
  const { key, cert } = makeCertificate();
  const [plain, secure] = [createServer(serve), createTlsServer({ key, cert }, serve)];
  const portOf = (server: typeof plain) =>
    new Promise<number>((done) =>
      server.listen(0, "127.0.0.1", 1024, () => done((server.address() as { port: number }).port)),
    );
  process.send?.({ plain: await portOf(plain), secure: await portOf(secure), ca: cert } satisfies Ports);
  process.on("disconnect", () => process.exit(0));
}

export async function run(connections = 1_000): Promise<BenchRow[]> {
  const listener = fork(own, ["listener"]);
  try {
    const ports = await heard<Ports>(listener);
    return [
      row("idle.plain", await measure(ports, connections, false), { connections, goal: 100 }),
      row("idle.tls", await measure(ports, connections, true), { connections, goal: 145 }),
    ];
  } finally {
    listener.kill();
  }
}

const heard = <T>(child: ChildProcess) => new Promise<T>((done) => child.once("message", (said) => done(said as T)));

/** Each measurement runs in a process of its own, because memory that one has freed would be reused by the next. */
async function measure(ports: Ports, connections: number, isSecure: boolean): Promise<Used> {
  const child = fork(own, ["measure", JSON.stringify({ ports, connections, isSecure })], {
    // As `npm start` and the image do.
    execArgv: ["--max-semi-space-size=8"],
  });
  return heard<Used>(child).finally(() => child.kill());
}

type Used = { resident: number; heap: number };
type Of = { connections: number; goal: number };
const row = (name: string, { resident, heap }: Used, { connections, goal }: Of): BenchRow => ({
  name,
  value: resident,
  unit: "kB/connection",
  ...goalOf(resident, goal),
  note: `resident memory, ${connections} connections that listen; of it ${heap.toFixed(0)} kB of objects and buffers`,
});

async function listen({ plain, secure, ca }: Ports, connections: number, isSecure: boolean): Promise<Used> {
  const before = memory();
  const stop = new AbortController();
  const server = { host: "localhost", port: isSecure ? secure : plain, secure: isSecure, ca, allowPrivate: true };
  const boxes: Awaited<ReturnType<typeof openImapMailbox>>[] = [];
  // In batches, as the program connects at its start. A thousand parallel handshakes would only measure themselves.
  for (let at = 0; at < connections; at += 25) {
    const some = Array.from({ length: Math.min(25, connections - at) }, (_, number) =>
      openImapMailbox({ ...server, username: `user${at + number}`, password: "test" }),
    );
    boxes.push(...(await Promise.all(some)));
  }
  const watching = Promise.all(boxes.map((box) => box.watch(() => undefined, stop.signal)));
  await Promise.race([sleep(5_000), watching]);
  const after = memory();
  stop.abort();
  await watching;
  await Promise.allSettled(boxes.map((box) => box.close()));
  return {
    resident: (after.resident - before.resident) / connections,
    heap: (after.heap - before.heap) / connections,
  };
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** In kilobytes, after garbage collection. */
function memory(): Used {
  collect();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss / 1024, heap: (heapUsed + external) / 1024 };
}

function serve(socket: Socket) {
  socket.on("error", () => undefined);
  socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`);
  let rest = "";
  let idling: string | undefined;
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [tag = "", word = ""] = line.split(" ");
      const command = word.toUpperCase();
      if (line.toUpperCase() === "DONE") socket.write(`${idling} OK done\r\n`);
      else if (command === "IDLE") {
        idling = tag;
        socket.write("+ idling\r\n");
      } else {
        for (const said of answers[command] ?? []) socket.write(`* ${said}\r\n`);
        socket.write(`${tag} OK done\r\n`);
      }
    }
  });
}

const answers: Record<string, string[]> = {
  CAPABILITY: [`CAPABILITY ${capabilities}`],
  NAMESPACE: ['NAMESPACE (("" "/")) NIL NIL'],
  ENABLE: ["ENABLED CONDSTORE QRESYNC"],
  LIST: [
    'LIST (\\HasNoChildren) "/" INBOX',
    'LIST (\\HasNoChildren \\Sent) "/" Sent',
    'LIST (\\HasNoChildren \\Trash) "/" Trash',
  ],
  SELECT: [
    "FLAGS (\\Seen \\Deleted)",
    "OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok",
    "50 EXISTS",
    "0 RECENT",
    "OK [UIDVALIDITY 1] ok",
    "OK [UIDNEXT 51] ok",
    "OK [HIGHESTMODSEQ 99] ok",
  ],
  LOGOUT: ["BYE bye"],
};

if (process.argv[2] === "measure") {
  const { ports, connections, isSecure } = JSON.parse(process.argv[3] ?? "{}");
  // Code that is loaded once does not belong to a connection.
  await listen(ports, 20, isSecure);
  process.send?.(await listen(ports, connections, isSecure));
}
