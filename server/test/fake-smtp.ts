/** A real SMTP server on a random loopback port. It stores mail, and refuses, hangs or drops the connection at any stage on demand. */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { Certificate } from "./certificate.ts";

/** `data` is the reply to DATA itself, `end` the reply to the final dot. */
export type Stage = "connect" | "auth" | "mail" | "rcpt" | "data" | "end";
/** A reply such as "450 4.2.1 Busy". "hang" never replies, "drop" resets the connection, and undefined accepts. */
export type Behaviour = string | "hang" | "drop" | undefined;
export type CapturedMail = { from: string; to: string[]; raw: Buffer; user: string | undefined; secure: boolean };

export type FakeSmtp = {
  port: number;
  /** Every mail that reached the final dot, whatever the reply was. */
  mails: CapturedMail[];
  /** The reply at a stage. At `mail` and `rcpt` it may depend on the address. A test may change it at any time. */
  script: Partial<Record<Stage, Behaviour | ((address: string) => Behaviour)>>;
  connections: () => number;
  stop(): Promise<void>;
};

export type FakeSmtpOptions = {
  /** If given, authentication is required, and only this user is accepted. */
  user?: { name: string; password: string };
  /** Implicit TLS from the first byte. */
  secure?: boolean;
  /** The certificate for STARTTLS or implicit TLS. Without it there is no TLS. */
  certificate?: Certificate;
  port?: number;
  /** The limit of connections. Further ones get 421. */
  maxClients?: number;
};

type Done = (error?: Error | null) => void;
type Insides = {
  id: string;
  _socket: { destroy(): void };
  send(code: number, text: string): void;
  handler_DATA: unknown;
};
type Behave = (stage: Stage, session: SMTPServerSession, done: Done, address?: string) => void;

export async function startFakeSmtp(options: FakeSmtpOptions = {}): Promise<FakeSmtp> {
  const mails: CapturedMail[] = [];
  const script: FakeSmtp["script"] = {};
  let connections = 0;
  const connectionOf = (session: SMTPServerSession) =>
    [...server.connections].find(({ id }) => id === session.id) as unknown as Insides | undefined;
  const behave: Behave = (stage, session, done, address = "") => {
    const behaviour = behaviourAt(script, stage, address);
    if (behaviour === undefined) return done();
    if (behaviour === "hang") return;
    if (behaviour === "drop") return connectionOf(session)?._socket.destroy();
    return done(answer(behaviour));
  };
  const server = new SMTPServer({
    ...settingsOf(options),
    onConnect(session, done) {
      connections++;
      answerData(connectionOf(session), script);
      behave("connect", session, done);
    },
    onAuth: ({ username, password }, session, done) =>
      behave("auth", session, (error) => {
        if (error) return done(error);
        const known = username === options.user?.name && password === options.user?.password;
        return known ? done(null, { user: username }) : done(answer("535 5.7.8 Authentication credentials invalid"));
      }),
    onMailFrom: ({ address }, session, done) => behave("mail", session, done, address),
    onRcptTo: ({ address }, session, done) => behave("rcpt", session, done, address),
    onData: (stream, session, done) =>
      void collect(stream, session).then((mail) => {
        mails.push(mail);
        behave("end", session, done);
        // A client that disconnects in the middle has sent no mail.
      }, done),
  });
  // Refused and dropped clients cause errors, as the tests intend.
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(options.port ?? 0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((done) => server.close(() => done()));
  return { port, mails, script, connections: () => connections, stop };
}

function settingsOf({ secure = false, certificate, user, maxClients }: FakeSmtpOptions): SMTPServerOptions {
  return {
    secure,
    ...certificate,
    ...(maxClients && { maxClients }),
    disabledCommands: [...(certificate ? [] : ["STARTTLS"]), ...(user ? [] : ["AUTH"])],
    allowInsecureAuth: true,
    authOptional: !user,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
  };
}

async function collect(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<CapturedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom ? mailFrom.address : "",
    to: rcptTo.map(({ address }) => address),
    raw: Buffer.concat(chunks),
    user: typeof session.user === "string" ? session.user : undefined,
    secure: session.secure,
  };
}

function behaviourAt(script: FakeSmtp["script"], stage: Stage, address: string): Behaviour {
  const told = script[stage];
  return typeof told === "function" ? told(address) : told;
}

/** smtp-server has no hook for the reply to DATA, so its handler is wrapped. */
function answerData(connection: Insides | undefined, script: FakeSmtp["script"]) {
  if (!connection) return;
  const original = connection.handler_DATA as (command: unknown, done: () => void) => void;
  connection.handler_DATA = (command: unknown, done: () => void) => {
    const behaviour = behaviourAt(script, "data", "");
    if (behaviour === undefined) return original.call(connection, command, done);
    if (behaviour === "hang") return;
    if (behaviour === "drop") return connection._socket.destroy();
    connection.send(Number.parseInt(behaviour, 10), behaviour.slice(4));
    return done();
  };
}

const answer = (text: string) => Object.assign(new Error(text.slice(4)), { responseCode: Number.parseInt(text, 10) });
