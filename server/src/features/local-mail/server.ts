// The demo's SMTP server on loopback. It accepts mail from the demo's companies, and delivers on this machine only.
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import type { World } from "#scope.ts";
import { lastPort, localHost, pointSettingsHere, tenantOf } from "./credentials.ts";
import { deliverLocally, type FurtherMailbox, type Recipient } from "./deliver.ts";

export type LocalMailServer = { port: number; stop(): Promise<void> };

type Options = {
  /** The codes of the companies that may use it. */
  companies: string[];
  /** Called for each user who has new mail. */
  /** Addresses that are delivered to a further mailbox of a user. */
  further?: readonly FurtherMailbox[];
  onDelivered?: (recipient: Recipient) => void;
};

/** 10 MB of files are 14 MB in base64; this is well above. */
const maxBytes = 32 * 1024 * 1024;

export async function startLocalMailServer(
  world: World,
  { companies, further = [], onDelivered }: Options,
): Promise<LocalMailServer> {
  const server = new SMTPServer({
    name: "intellibox",
    banner: "Intellibox built-in mail server",
    disabledCommands: ["STARTTLS"],
    // The password travels over loopback only.
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: maxBytes,
    logger: false,
    closeTimeout: 1_000,
    onAuth({ username, password }, _session, done) {
      tenantOf(world, companies, { username: username ?? "", password: password ?? "" }).then(
        (tenantId) =>
          tenantId ? done(null, { user: tenantId }) : done(refusal(535, "The user name or password is wrong")),
        (error) => done(temporaryRefusal(world, error)),
      );
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const received = {
        tenantId: String(session.user),
        from: mailFrom ? mailFrom.address : "",
        recipients: rcptTo.map(({ address }) => address),
      };
      readAll(stream)
        .then(async (raw) => {
          if (!raw) return done(refusal(552, "The mail is too large"));
          for (const recipient of await deliverLocally(world, { ...received, raw }, further)) onDelivered?.(recipient);
          done(null);
        })
        .catch((error) => done(temporaryRefusal(world, error)));
    },
  });
  server.on("error", (error) => world.log.debug({ err: error }, "a connection to the built-in mail server failed"));
  const port = await listen(server, await lastPort(world, companies));
  await pointSettingsHere(world, companies, port);
  return { port, stop: () => new Promise((done) => server.close(() => done())) };
}

/** Listens on the wanted port, or on any free one if another program uses it. */
async function listen(server: SMTPServer, wanted: number): Promise<number> {
  const attempt = (port: number) =>
    new Promise<void>((done, fail) => {
      server.server.once("error", fail);
      server.listen(port, localHost, () => {
        server.server.off("error", fail);
        done();
      });
    });
  await attempt(wanted).catch((error: NodeJS.ErrnoException) => {
    if (wanted === 0 || (error.code !== "EADDRINUSE" && error.code !== "EACCES")) throw error;
    return attempt(0);
  });
  return (server.server.address() as AddressInfo).port;
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks);
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

function temporaryRefusal(world: World, error: unknown) {
  world.log.warn({ err: error }, "the built-in mail server could not take a mail");
  return refusal(451, "The mail cannot be taken now");
}
