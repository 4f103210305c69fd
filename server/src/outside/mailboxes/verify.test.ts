import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { MailServer } from "#outside/mail-server.ts";
import { makeCertificate } from "#test/certificate.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import { testImap, testPop3 } from "./verify.ts";

const nobody = { host: "127.0.0.1", secure: false, username: "ana", password: "test", allowPrivate: true };
const testers = { IMAP: testImap, POP3: testPop3 };
const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "signed in",
    ({ fault }) => fault,
  );

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
async function talker(talk: (socket: Socket) => void) {
  const { port, stop } = await startTcpServer(talk);
  cleanups.push(stop);
  return port;
}

describe.skipIf(!hasDovecot)("against Dovecot", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot.remove());

  for (const [name, run, login] of [
    ["IMAP", testImap, (secure: boolean): MailServer => dovecot.imap("ana", secure)],
    ["POP3", testPop3, (secure: boolean): MailServer => dovecot.pop3("ana", secure)],
  ] as const) {
    test(`${name}: signing in with TLS from the start works`, async () => {
      expect(await run(login(true))).toEqual({ message: "Signed in to localhost as ana." });
    });

    test(`${name}: without TLS the connection is upgraded, and a certificate for another name is refused`, async () => {
      expect(await outcome(run(login(false)))).toBe("signed in");
      const other = makeCertificate();
      await expect(run({ ...login(false), ca: other.cert })).rejects.toMatchObject({
        fault: "tls",
        message: "The server's certificate is not trusted.",
      });
    });

    test(`${name}: a wrong password is reported as such`, async () => {
      await expect(run({ ...login(true), password: "wrong" })).rejects.toMatchObject({
        fault: "auth",
        message: "The server refused the user name or password.",
      });
    });

    test(`${name}: an untrusted certificate is reported as such`, async () => {
      await expect(run({ ...login(true), ca: undefined })).rejects.toMatchObject({
        fault: "tls",
        message: "The server's certificate is not trusted.",
      });
    });

    test(`${name}: TLS on a port without it is reported as such`, async () => {
      const { port } = login(false);
      await expect(run({ ...login(true), port })).rejects.toMatchObject({
        fault: "tls",
        message: "The server does not speak TLS on this port. Check the port, or turn Secure off.",
      });
    });

    test(`${name}: this machine is refused if private hosts are not allowed, by name and in any notation`, async () => {
      const hosts = ["localhost", "127.0.0.1", "::1", "::ffff:127.0.0.1", "[::ffff:7f00:1]", "0x7f.1", "2130706433"];
      for (const host of hosts)
        for (const secure of [true, false])
          await expect(run({ ...login(secure), host, allowPrivate: false }), `${host} ${secure}`).rejects.toMatchObject(
            {
              fault: "forbidden_host",
              message: "This host is not allowed.",
            },
          );
    });
  }
});

describe.skipIf(!hasDovecot)("a company's own authority", () => {
  test("is trusted by a program that is started with NODE_EXTRA_CA_CERTS, and by no other", async () => {
    const dovecot = await startDovecot();
    cleanups.push(dovecot.remove);
    const folder = await mkdtemp(join(tmpdir(), "intellibox-ca-"));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "authority.pem"), dovecot.ca);
    const logins = [dovecot.imap("ana", true), dovecot.imap("ana"), dovecot.pop3("ana", true), dovecot.pop3("ana")];
    const program = `
      const { testImap, testPop3 } = await import(${JSON.stringify(new URL("./verify.ts", import.meta.url).href)});
      const logins = ${JSON.stringify(logins.map(({ ca: _, ...login }) => login))};
      for (const [at, login] of logins.entries())
        console.log(await (at < 2 ? testImap : testPop3)(login).then(() => "signed in", ({ fault }) => fault));`;
    const outcomes = async (environment: Record<string, string>) => {
      const options = { env: { PATH: process.env.PATH ?? "", ...environment } };
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], options);
      return stdout.trim().split("\n");
    };
    expect(await outcomes({ NODE_EXTRA_CA_CERTS: join(folder, "authority.pem") })).toEqual(Array(4).fill("signed in"));
    expect(await outcomes({})).toEqual(Array(4).fill("tls"));
  }, 60_000);
});

for (const [name, run] of Object.entries(testers)) {
  test(`${name}: a closed port is refused`, async () => {
    const { port, stop } = await startTcpServer(() => undefined);
    await stop();
    expect(await outcome(run({ ...nobody, port }))).toBe("refused");
  });

  test(`${name}: an unknown name is not found`, async () => {
    expect(await outcome(run({ ...nobody, host: "mail.nowhere.invalid", port: 993 }))).toBe("name_not_found");
  });

  test(`${name}: a silent server times out at the deadline`, async () => {
    const port = await talker(() => undefined);
    expect(await outcome(run({ ...nobody, port }, 300))).toBe("timeout");
  });

  test(`${name}: a server of another protocol is a protocol error`, async () => {
    const port = await talker((socket) => socket.end("HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n"));
    expect(await outcome(run({ ...nobody, port }))).toMatch(/protocol|unreachable/);
  });

  test(`${name}: a server that closes the connection is unreachable`, async () => {
    const port = await talker((socket) => socket.destroy());
    expect(await outcome(run({ ...nobody, port }))).toBe("unreachable");
  });

  test(`${name}: an endless line ends the attempt`, async () => {
    const port = await talker((socket) => {
      const more = () => socket.write("x".repeat(1 << 16), () => setImmediate(more));
      socket.write(name === "IMAP" ? "* OK " : "+OK ");
      more();
    });
    expect(await outcome(run({ ...nobody, port }))).toMatch(/protocol|timeout|unreachable/);
  });
}

test("POP3: a line break in the password never reaches the server", async () => {
  const heard: string[] = [];
  const port = await talker((socket) => {
    socket.write("+OK\r\n");
    socket.on("data", (data) => {
      heard.push(String(data));
      socket.write(String(data).startsWith("CAPA") ? "-ERR\r\n" : "+OK\r\n");
    });
  });
  expect(await outcome(testPop3({ ...nobody, port, password: "x\r\nDELE 1" }))).toBe("protocol");
  expect(heard.join("")).not.toContain("DELE");
});

test("POP3: bytes sent before TLS is up end the attempt", async () => {
  const port = await talker((socket) => {
    socket.write("+OK\r\n");
    socket.on("data", (data) => {
      if (String(data).startsWith("CAPA")) socket.write("+OK\r\nSTLS\r\n.\r\n");
      else socket.write("+OK go\r\n+OK injected\r\n");
    });
  });
  expect(await outcome(testPop3({ ...nobody, port }))).toBe("protocol");
});

test("IMAP: text sent before TLS is up ends the attempt, and no password is sent", async () => {
  const heard: string[] = [];
  const port = await talker((socket) => {
    socket.write("* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n");
    socket.on("data", (data) => {
      heard.push(String(data));
      const [tag] = String(data).split(" ");
      if (/STARTTLS/.test(String(data))) socket.write(`${tag} OK go\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n`);
      else socket.write(`${tag} OK\r\n`);
    });
  });
  expect(await outcome(testImap({ ...nobody, port }, 3_000))).toMatch(/tls|protocol|unreachable/);
  expect(heard.join("")).not.toMatch(/LOGIN|AUTHENTICATE/);
});
