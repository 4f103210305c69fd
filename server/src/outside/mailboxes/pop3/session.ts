/** A signed-in POP3 session (RFC 1939, 2449, 2595), with one function for each command. */
import type { Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { noEncryption } from "#lib/connect-fault.ts";
import { openSocket } from "#lib/egress.ts";
import { type MailServer, maySignInPlain, tlsOptions, withDeadline } from "#outside/mail-server.ts";
import { asMailboxError, MailboxError, wrongPassword } from "../mailbox.ts";
import { defaultPace } from "../minimum-throughput.ts";
import { listingTooLong, maxListingBytes, readListing } from "./listing.ts";
import { Pop3Refusal, Pop3Wire, type WireLimits } from "./wire.ts";

export type Pop3Session = {
  /** Capabilities in capitals, as the server lists them after sign-in. */
  capabilities: Set<string>;
  /** Unique id → message number, which is valid in this session only. */
  uniqueIds(): Promise<Map<string, number>>;
  /** Whether the server supports UIDL, asked for one message. */
  knowsUniqueIds(number: number): Promise<boolean>;
  /** Number → size in bytes. */
  sizes(): Promise<Map<number, number>>;
  /** Rejects with Pop3Refusal if the server has no TOP. */
  header(number: number): Promise<Buffer>;
  retrieve(number: number, maxBytes: number): Promise<Buffer>;
  /** Marks for deletion; the server deletes at `quit`. */
  remove(number: number): Promise<void>;
  quit(): Promise<void>;
  destroy(): void;
};

export type Pop3Limits = WireLimits & { connectMs: number };
const defaultLimits: Pop3Limits = { connectMs: 10_000, idleMs: 60_000, pace: defaultPace };

const maxHeaderBytes = 4 << 20;

export async function openPop3Session(
  server: MailServer,
  limits = defaultLimits,
  signal?: AbortSignal,
): Promise<Pop3Session> {
  let wire: Pop3Wire | undefined;
  try {
    const plain = await openSocket({ ...server, timeoutMs: limits.connectMs });
    const socket = server.secure ? await secured(plain, server, limits) : plain;
    wire = new Pop3Wire(socket, limits);
    // Reads the variable when it aborts, because STLS replaces the wire.
    signal?.addEventListener("abort", () => wire?.destroy(), { once: true });
    signal?.throwIfAborted();
    const greeted = wire;
    await withDeadline(limits.connectMs, () => greeted.destroy(), greeted.greeting());
    let capabilities = await readCapabilities(wire);
    if (!server.secure && capabilities.has("STLS")) {
      await wire.say("STLS");
      wire = new Pop3Wire(await secured(wire.detach(), server, limits), limits);
      // RFC 2595 4: capabilities from before TLS must be discarded.
      capabilities = await readCapabilities(wire);
    } else if (!server.secure && !maySignInPlain(server)) {
      throw new MailboxError("tls", noEncryption);
    }
    await signIn(wire, server, capabilities);
    return session(wire, await readCapabilities(wire));
  } catch (error) {
    wire?.destroy();
    throw asMailboxError(error);
  }
}

function secured(socket: Socket, server: MailServer, { connectMs }: Pop3Limits): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = tlsConnect({ ...tlsOptions(server), host: server.host, socket });
    const timer = setTimeout(() => {
      secure.destroy(Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" }));
    }, connectMs);
    secure.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    secure.once("secureConnect", () => {
      clearTimeout(timer);
      secure.removeAllListeners("error");
      resolve(secure);
    });
  });
}

async function readCapabilities(wire: Pop3Wire): Promise<Set<string>> {
  try {
    const { body } = await wire.sayForLines("CAPA", 64 << 10);
    return new Set(lines(body).map((line) => line.toUpperCase()));
  } catch (error) {
    // A server older than RFC 2449 refuses CAPA.
    if (error instanceof Pop3Refusal) return new Set();
    throw error;
  }
}

async function signIn(wire: Pop3Wire, { username, password }: MailServer, capabilities: Set<string>) {
  const mechanisms = [...capabilities].find((line) => line.startsWith("SASL "))?.split(" ") ?? [];
  const plainOnly = mechanisms.includes("PLAIN") && !capabilities.has("USER");
  try {
    if (plainOnly) {
      const secret = Buffer.from(`\0${username}\0${password}`).toString("base64");
      await wire.say("AUTH PLAIN");
      await wire.say(secret);
    } else {
      await wire.say(`USER ${username}`);
      await wire.say(`PASS ${password}`);
    }
  } catch (error) {
    // At sign-in, -ERR without a response code means wrong credentials.
    if (error instanceof Pop3Refusal) throw wrongPassword(error);
    throw error;
  }
}

function session(wire: Pop3Wire, capabilities: Set<string>): Pop3Session {
  const listing = async (command: "UIDL" | "LIST") => {
    const { body } = await wire.sayForLines(command, maxListingBytes).catch((error: unknown) => {
      throw error instanceof MailboxError && error.fault === "too_large" ? listingTooLong(error) : error;
    });
    return readListing(body);
  };
  return {
    capabilities,
    uniqueIds: async () => new Map((await listing("UIDL")).map(([number, id]) => [id, number])),
    sizes: async () => new Map((await listing("LIST")).map(([number, size]) => [number, Number.parseInt(size, 10)])),
    knowsUniqueIds: (number) =>
      wire.say(`UIDL ${number}`).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Pop3Refusal) return false;
          throw error;
        },
      ),
    header: async (number) => (await wire.sayForLines(`TOP ${number} 0`, maxHeaderBytes)).body,
    retrieve: async (number, maxBytes) => (await wire.sayForLines(`RETR ${number}`, maxBytes)).body,
    remove: async (number) => {
      await wire.say(`DELE ${number}`);
    },
    quit: async () => {
      await wire.say("QUIT").finally(() => wire.destroy());
    },
    destroy: () => wire.destroy(),
  };
}

const lines = (body: Buffer) => body.toString("latin1").split("\r\n").filter(Boolean);
