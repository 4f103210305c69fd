// SMTP servers that hang, or send a byte now and then, at each step of the dialogue. The limits are milliseconds here.
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { openSmtpPool } from "#outside/nodemailer.ts";
import { until } from "#test/outbox-world.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { openSmtpTransports, type SmtpLimits } from "./smtp.ts";
import { smtpOptions } from "./smtp-options.ts";
import type { TransportError } from "./transport.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** "hang" says nothing, "trickle" sends an answer that never ends, byte by byte. Anything else is the answer itself. */
type Answer = "hang" | "trickle" | string;
type Step = "greeting" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "dot" | "RSET" | "QUIT";
type Script = Partial<Record<Step, Answer>>;

const answers: Record<Step, string> = {
  greeting: "220 hello",
  EHLO: "250-hello\r\n250 AUTH PLAIN",
  AUTH: "235 ok",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  dot: "250 taken",
  RSET: "250 ok",
  QUIT: "221 bye",
};

/** Trickles faster than any limit on silence in this file. */
function trickle(socket: Socket) {
  socket.write("250-");
  const timer = setInterval(() => socket.write("x"), 10);
  socket.on("close", () => clearInterval(timer));
}

async function startServer(script: Script) {
  const seen: string[] = [];
  let last: Socket | undefined;
  const server = await startTcpServer((socket) => {
    last = socket;
    let isData = false;
    const say = (step: Step) => {
      seen.push(step);
      const answer = script[step] ?? answers[step];
      if (answer === "trickle") trickle(socket);
      else if (answer !== "hang") socket.write(`${answer}\r\n`);
      isData = step === "DATA" && answer.startsWith("354");
    };
    say("greeting");
    socket.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      if (!isData) say((text.slice(0, 4).toUpperCase() === "HELO" ? "EHLO" : text.slice(0, 4).toUpperCase()) as Step);
      else if (text.endsWith("\r\n.\r\n")) say("dot");
    });
  });
  cleanups.push(server.stop);
  return { server, seen, answer: (text: string) => last?.write(`${text}\r\n`) };
}

const settings = { host: "localhost", secure: false, username: "ana", password: "secret", allowPrivate: true };
const mail = {
  raw: Buffer.from("Subject: x\r\n\r\nHello\r\n"),
  envelope: { from: "ana@acme.test", to: ["priya@example.com"] },
};

async function worldWith(script: Script, limits: Partial<SmtpLimits>) {
  const { server, seen, answer } = await startServer(script);
  const transports = openSmtpTransports(limits);
  cleanups.push(transports.close);
  const transport = transports.open({ ...settings, port: server.port });
  const fault = () =>
    transport
      .send(mail, async () => undefined)
      .then(
        () => "sent",
        (error: TransportError) => error.fault,
      );
  return { fault, seen, answer };
}

const longMs = 3_600_000;
const steps: Step[] = ["greeting", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"];
for (const step of steps)
  for (const way of ["hang", "trickle"] as const)
    test(`a server that ${way === "hang" ? "hangs" : "trickles"} at ${step} is given up after the limit before the final dot`, async () => {
      const { fault, seen } = await worldWith({ [step]: way }, { untilDotMs: 150, afterDotMs: longMs });
      expect(await fault()).toBe("timeout");
      expect(seen).not.toContain("dot");
    });

for (const way of ["hang", "trickle"] as const)
  test(`a server that ${way === "hang" ? "hangs" : "trickles"} after the final dot is given up after a limit of its own, and the outcome is unknown`, async () => {
    const { fault } = await worldWith({ dot: way }, { untilDotMs: longMs, afterDotMs: 100 });
    expect(await fault()).toBe("unknown_outcome");
  });

test("the limit before the final dot ends with the dot", async () => {
  const script: Script = { dot: "hang" };
  const { fault, seen, answer } = await worldWith(script, { untilDotMs: 300, afterDotMs: longMs });
  const sent = fault();
  await until(() => seen.includes("dot"));
  const dotAt = Date.now();
  await until(() => Date.now() > dotAt + 400);
  answer("250 taken");
  expect(await sent).toBe("sent");
});

test("a kept connection that hangs at RCPT does not hold the mail for a second limit over another connection", async () => {
  const script: Script = {};
  const { fault, seen } = await worldWith(script, { untilDotMs: 400, connections: 1 });
  expect(await fault()).toBe("sent");
  script.RCPT = "hang";
  expect(await fault()).toBe("timeout");
  expect(seen.filter((step) => step === "RCPT").length).toBeLessThanOrEqual(2);
});

test("a server that hangs at RSET blocks its connection for a moment only", async () => {
  const script: Script = { RCPT: "550 5.1.1 No such user", RSET: "hang" };
  const { fault } = await worldWith(script, { connections: 1, betweenMs: 50, untilDotMs: longMs, afterDotMs: longMs });
  expect(await fault()).toBe("permanent");
  delete script.RCPT;
  expect(await fault()).toBe("sent");
});

test("a server that hangs at QUIT blocks its connection for a moment only", async () => {
  const { server, seen } = await startServer({ QUIT: "hang" });
  const pool = openSmtpPool({
    ...smtpOptions({ ...settings, port: server.port }),
    ...{ maxConnections: 1, idleTimeout: 20, betweenMs: 50, maxRequeues: 0, socketTimeout: longMs },
  });
  cleanups.push(pool.close);
  const send = () => pool.send({ envelope: mail.envelope, stream: () => Readable.from([mail.raw]) });
  await send();
  await until(() => seen.includes("QUIT"));
  expect(await send()).toMatchObject({ response: "250 taken" });
});
