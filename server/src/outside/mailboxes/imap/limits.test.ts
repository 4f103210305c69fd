// IMAP servers that hang, or send a byte now and then, at each step of the dialogue. The limits are milliseconds here.
import type { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startTcpServer } from "#test/tcp-server.ts";
import type { ImapLimits } from "./client.ts";
import { openImapMailbox } from "./imap.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Step = "greeting" | "CAPABILITY" | "LOGIN" | "LIST" | "SELECT" | "FETCH" | "IDLE";

/** A mailbox with one message of ten bytes. Returns the untagged answers to a command. */
function answerTo(command: string): string {
  if (command.startsWith("CAPABILITY")) return "* CAPABILITY IMAP4rev1 IDLE\r\n";
  if (command.startsWith("LIST")) return '* LIST (\\HasNoChildren) "/" INBOX\r\n';
  if (command.startsWith("SELECT"))
    return "* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 2] ok\r\n";
  if (/^UID SEARCH/.test(command)) return "* SEARCH 1\r\n";
  if (/^UID FETCH .*BODY/.test(command))
    return '* 1 FETCH (UID 1 FLAGS () INTERNALDATE "01-Jan-2026 00:00:00 +0000" BODY[] {10}\r\nA: b\r\n\r\nHi)\r\n';
  if (/^UID FETCH .*RFC822.SIZE/.test(command)) return "* 1 FETCH (UID 1 RFC822.SIZE 10)\r\n";
  if (/^UID FETCH/.test(command)) return '* 1 FETCH (UID 1 INTERNALDATE "01-Jan-2026 00:00:00 +0000")\r\n';
  return "";
}

function trickle(socket: Socket) {
  socket.write("* ");
  const timer = setInterval(() => socket.write("x"), 10);
  socket.on("close", () => clearInterval(timer));
}

/** `way` is what it does at the step, instead of an answer. */
async function startServer(step: Step, way: "hang" | "trickle" | "cut") {
  const misbehave = (socket: Socket) => {
    if (way === "trickle") trickle(socket);
    if (way === "cut") socket.destroy();
  };
  const server = await startTcpServer((socket) => {
    if (step === "greeting") return misbehave(socket);
    socket.write("* OK ready\r\n");
    let isStuck = false;
    socket.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        if (isStuck) return;
        const [tag = "", ...rest] = line.split(" ");
        const command = rest.join(" ");
        const isFetch = step === "FETCH" && /^UID FETCH .*BODY/.test(command);
        isStuck = isFetch || (step !== "FETCH" && command.startsWith(step));
        if (isStuck) misbehave(socket);
        else if (command.startsWith("IDLE")) socket.write("+ idling\r\n");
        else if (tag !== "DONE") socket.write(`${answerTo(command)}${tag} OK done\r\n`);
      }
    });
  });
  cleanups.push(server.stop);
  return server;
}

const short = { openMs: 300, silentMs: 300, pace: { stretchMs: 300, bytesPerSecond: 10_000 } };
/** ImapFlow lists folders as part of the sign-in. */
const signIn: Step[] = ["greeting", "CAPABILITY", "LOGIN", "LIST"];

async function use(port: number, isWatched: boolean, limits: Partial<ImapLimits>) {
  const login = { host: "127.0.0.1", port, secure: false, username: "ana", password: "secret" };
  const mailbox = await openImapMailbox({ ...login, allowPrivate: true, allowPlain: true }, limits);
  cleanups.push(mailbox.close);
  const batches = [];
  for await (const batch of mailbox.sync(null, { limit: 10 })) batches.push(batch);
  if (isWatched) await mailbox.watch(() => undefined, new AbortController().signal);
  return batches.flatMap(({ arrived }) => arrived).length;
}

test("the scripted server serves one message", async () => {
  const { port } = await startServer("IDLE", "hang");
  expect(await use(port, false, {})).toBe(1);
});

const ends = { hang: "hangs", trickle: "trickles", cut: "ends the connection" };
const steps: Step[] = ["greeting", "CAPABILITY", "LOGIN", "LIST", "SELECT", "FETCH", "IDLE"];
// A watched connection that trickles is alive: it holds no slot, and the poll finds new mail.
for (const step of steps)
  for (const way of ["hang", "trickle", "cut"] as const)
    test.skipIf(step === "IDLE" && way === "trickle")(`a server that ${ends[way]} at ${step} is given up`, async () => {
      const { port } = await startServer(step, way);
      const { openMs, ...others } = short;
      const limits = signIn.includes(step) ? { openMs } : others;
      await expect(use(port, true, limits)).rejects.toMatchObject({
        fault: expect.stringMatching(/^(timeout|unreachable)$/),
      });
    });
