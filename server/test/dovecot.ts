/** A real Dovecot on random loopback ports with its own folder, as root or not. Any user signs in with the password "test". */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCertificate } from "./certificate.ts";

type Ports = { imap: number; imaps: number; pop3: number; pop3s: number };
export type Dovecot = {
  ports: Ports;
  /** The certificate to trust. */
  ca: string;
  /** Settings as a user enters them. */
  imap(user: string, secure?: boolean): DovecotLogin;
  pop3(user: string, secure?: boolean): DovecotLogin;
  /** Delivers a mail to a user's folder, atomically, so that a reader sees all of it or nothing. */
  deliver(user: string, raw: string | Uint8Array, options?: DeliverOptions): Promise<void>;
  /** Runs doveadm on a user's mail, for changes by another mail program: flags, expunge, move. */
  admin(...args: string[]): string;
  /** Starts again on the same ports and mail after `stop` or `kill9`. */
  start(): Promise<void>;
  /** Ends at once with every session, as in a crash. */
  kill9(): Promise<void>;
  stop(): Promise<void>;
  /** Stops and removes its folder. */
  remove(): Promise<void>;
};
export type DeliverOptions = {
  folder?: string;
  seen?: boolean;
  /** The file's name tells the size, as if Dovecot had delivered it. Otherwise POP3 reads every file for it. Lines end with CRLF. */
  isSized?: boolean;
};
export type DovecotLogin = {
  host: string;
  port: number;
  secure: boolean;
  username: string;
  password: string;
  allowPrivate: boolean;
  ca: string;
};
export type DovecotOptions = {
  /** The exact capability list to announce, to simulate an older server. */
  imapCapability?: string;
  /** The folders with a special use that every user has. */
  specialFolders?: string[];
  /** STATUS is never late. By default it may miss a change within a second of another. */
  exactStatus?: boolean;
  /** More configuration lines. */
  config?: string;
};

const asRoot = process.getuid?.() === 0;
/** If root starts Dovecot, the mail belongs to the user `nobody`, because Dovecot does not serve root's mail. */
const mailOwner = asRoot ? 65534 : (process.getuid?.() ?? 0);
const mailGroup = asRoot ? 65534 : (process.getgid?.() ?? 0);

const binary = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot", "/opt/homebrew/sbin/dovecot"].find(existsSync);
/** Suites that need Dovecot are skipped if it is not installed. */
export const hasDovecot = binary !== undefined;

export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-dovecot-"));
  chmodSync(folder, 0o755);
  for (const name of ["run", "state", "mail"]) mkdirSync(join(folder, name));
  if (asRoot) chownSync(join(folder, "mail"), mailOwner, mailGroup);
  const { key, cert } = makeCertificate();
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "cert.pem"), cert);

  // Another process may take a free port before Dovecot does. Then other ports are chosen.
  for (let attempt = 1; ; attempt++) {
    const ports = await freePorts();
    writeFileSync(join(folder, "dovecot.conf"), configuration(folder, ports, options));
    try {
      return handle(folder, ports, cert, await launch(folder, ports));
    } catch (error) {
      if (attempt < 5 && /Address already in use/.test(String(error))) continue;
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }
}

function handle(folder: string, ports: Ports, ca: string, first: ChildProcess): Dovecot {
  let server = first;
  let delivered = 0;
  const login = (port: number, username: string, secure: boolean) => ({
    host: "localhost",
    port,
    secure,
    username,
    password: "test",
    allowPrivate: true,
    ca,
  });
  const dovecot: Dovecot = {
    ports,
    ca,
    imap: (user, secure = false) => login(secure ? ports.imaps : ports.imap, user, secure),
    pop3: (user, secure = false) => login(secure ? ports.pop3s : ports.pop3, user, secure),
    async deliver(user, raw, { folder: name = "INBOX", seen = false, isSized = false } = {}) {
      const maildir = join(folder, "mail", user, ...(name === "INBOX" ? [] : [`.${name}`]));
      for (const part of ["", "tmp", "new", "cur"]) makeFolder(join(maildir, part));
      const size = isSized ? `,S=${Buffer.byteLength(raw)},W=${Buffer.byteLength(raw)}` : "";
      const file = `${Date.now()}.${String(++delivered).padStart(9, "0")}_${process.pid}.test${size}`;
      const temporary = join(maildir, "tmp", file);
      writeFileSync(temporary, raw);
      if (asRoot) chownSync(temporary, mailOwner, mailGroup);
      await rename(temporary, seen ? join(maildir, "cur", `${file}:2,S`) : join(maildir, "new", file));
    },
    admin: (...args) =>
      execFileSync("doveadm", ["-c", join(folder, "dovecot.conf"), ...args], { encoding: "utf8", maxBuffer: 1 << 28 }),
    async start() {
      server = await launch(folder, ports);
    },
    kill9: () => end(server, "SIGKILL"),
    stop: () => end(server, "SIGTERM"),
    async remove() {
      await end(server, "SIGTERM");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return dovecot;
}

async function launch(folder: string, ports: Ports): Promise<ChildProcess> {
  const log = join(folder, "dovecot.log");
  rmSync(log, { force: true });
  // Dovecot leads a process group, so that a kill reaches every session.
  const server = spawn(binary ?? "dovecot", ["-F", "-c", join(folder, "dovecot.conf")], {
    stdio: "ignore",
    detached: true,
  });
  const orphaned = () => signalGroup(server, "SIGKILL");
  process.once("exit", orphaned);
  server.once("exit", () => process.off("exit", orphaned));
  for (let waited = 0; waited < 30_000; waited += 20) {
    if ((await greets(ports.imap)) && (await greets(ports.pop3))) return server;
    if (server.exitCode !== null) break;
    await sleep(20);
  }
  await end(server, "SIGKILL");
  throw new Error(`Dovecot did not start:\n${existsSync(log) ? readFileSync(log, "utf8") : ""}`);
}

function makeFolder(path: string) {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true });
  if (asRoot) chownSync(path, mailOwner, mailGroup);
}

async function end(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((done) => server.once("exit", done));
  if (signal === "SIGKILL") signalGroup(server, signal);
  else server.kill(signal);
  const timer = setTimeout(() => signalGroup(server, "SIGKILL"), 10_000);
  await exited;
  clearTimeout(timer);
  signalGroup(server, "SIGKILL");
}

function signalGroup(server: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (server.pid) process.kill(-server.pid, signal);
  } catch {
    // Every process of the group has ended already.
  }
}

const greets = (port: number) =>
  new Promise<boolean>((answer) => {
    const socket = connect(port, "127.0.0.1");
    socket
      .once("data", () => answer(true))
      .once("error", () => answer(false))
      .once("close", () => answer(false));
    socket.once("data", () => socket.destroy());
  });

async function freePorts(): Promise<Ports> {
  const servers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const server = createServer();
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      return server;
    }),
  );
  const [imap = 0, imaps = 0, pop3 = 0, pop3s = 0] = servers.map(
    (server) => (server.address() as { port: number }).port,
  );
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return { imap, imaps, pop3, pop3s };
}

function configuration(folder: string, ports: Ports, options: DovecotOptions) {
  const {
    imapCapability,
    specialFolders = ["Drafts", "Sent", "Trash", "Junk", "Archive"],
    config = "",
    exactStatus,
  } = options;
  const special = (name: string) => `  mailbox ${name} {\n    special_use = \\${name}\n    auto = subscribe\n  }`;
  const listener = (name: string, port: number, secure: boolean) =>
    `  inet_listener ${name} {\n    port = ${port}\n    ssl = ${secure ? "yes" : "no"}\n  }`;
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
listen = 127.0.0.1
protocols = imap pop3
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%n
mail_fsync = never
${exactStatus ? "mailbox_list_index = no" : ""}
mail_max_userip_connections = 100
first_valid_uid = 1
${asRoot ? "" : unprivileged()}
# A wrong password in one test must not slow down the next.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  service_count = 0
  ${asRoot ? "" : "chroot ="}
${listener("imap", ports.imap, false)}
${listener("imaps", ports.imaps, true)}
}
service pop3-login {
  service_count = 0
  ${asRoot ? "" : "chroot ="}
${listener("pop3", ports.pop3, false)}
${listener("pop3s", ports.pop3s, true)}
}
passdb {
  driver = static
  args = password=test
}
userdb {
  driver = static
  args = uid=${mailOwner} gid=${mailGroup} home=${folder}/mail/%n allow_all_users=yes
}
namespace inbox {
  inbox = yes
  separator = /
${specialFolders.map(special).join("\n")}
}
${imapCapability ? `imap_capability = ${imapCapability}` : ""}
${config}
`;
}

/** Without root, Dovecot can change neither user nor root folder, so every part runs as the user who starts it. */
function unprivileged() {
  const { username } = userInfo();
  const group = execFileSync("id", ["-gn"], { encoding: "utf8" }).trim();
  return `default_internal_user = ${username}
default_internal_group = ${group}
default_login_user = ${username}
service anvil {
  chroot =
}
service stats {
  chroot =
}`;
}
