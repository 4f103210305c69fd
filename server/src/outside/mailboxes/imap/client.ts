import { t } from "@intellibox/contract/text/t";
/** Connects ImapFlow and maps its errors. Logging is off, because ImapFlow would log mail. */
import type { ImapFlow, ImapFlowError, ImapFlowOptions } from "imapflow";
import { checkLiteral, guardedLookup } from "#lib/egress.ts";
import { type MailServer, maySignInPlain, tlsOptions, withDeadline } from "#outside/mail-server.ts";
import { asMailboxError, MailboxError, maxMessageBytes, wrongPassword } from "../mailbox.ts";
import { defaultPace, keepingPace, type Pace } from "../minimum-throughput.ts";

type ClientOptions = Pick<ImapFlowOptions, "verifyOnly" | "socketTimeout">;

/** Timeouts for a server. */
export type ImapLimits = {
  /** For connecting and signing in. */
  openMs: number;
  /** Without any byte from the server. */
  silentMs: number;
  /** For the answer to a NOOP: a server that is away is noticed by it. */
  probeMs: number;
  /** How long a watched connection may be silent before it is probed, give or take a quarter. */
  probeAfterMs: number;
  /** How long the STATUS of a folder is trusted if its server has no CONDSTORE. */
  compareAfterMs: number;
  pace: Pace;
};
const defaultLimits: ImapLimits = {
  openMs: 45_000,
  silentMs: 75_000,
  probeMs: 8_000,
  probeAfterMs: 60_000,
  compareAfterMs: 15 * 60_000,
  pace: defaultPace,
};

/** A client that is not connected yet. An `error` event without a listener would end the process, so it has one. */
export async function createImapClient(server: MailServer, options: ClientOptions = {}): Promise<ImapFlow> {
  // Loaded with the first connection: ImapFlow takes 8 MB and a tenth of a start, which installations without IMAP do not need.
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    host: checkLiteral(server.host, server),
    port: server.port,
    secure: server.secure,
    // Makes STARTTLS mandatory: the connection fails if the server does not offer it.
    ...(!server.secure && !maySignInPlain(server) ? { doSTARTTLS: true } : {}),
    auth: { user: server.username, pass: server.password },
    // ImapFlow passes these to net.connect too, so the guarded lookup also covers plain connections.
    tls: { ...tlsOptions(server), lookup: guardedLookup(server) },
    logger: false,
    qresync: true,
    // BINARY fetches cost the server three times as much.
    disableBinary: true,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // ImapFlow's default of five minutes would let a hanging server hold a sync.
    socketTimeout: defaultLimits.silentMs,
    maxLineLength: 32 << 20,
    maxLiteralSize: maxMessageBytes,
    // A response holds one message, and flags and headers of many.
    maxResponseSize: maxMessageBytes * 2,
    ...options,
  });
  client.on("error", () => undefined);
  return client;
}

/** A signed-in client, and the limits for its server. */
export async function connectImap(server: MailServer, given: Partial<ImapLimits> = {}) {
  const limits = { ...defaultLimits, ...given };
  try {
    const client = await createImapClient(server, { socketTimeout: limits.silentMs });
    await withDeadline(limits.openMs, () => client.close(), client.connect());
    return { client, limits };
  } catch (error) {
    throw imapError(error);
  }
}

/** Runs work with a minimum throughput. A server that sends a byte now and then never reaches the silence timeout. */
export const inTime = <T>(client: ImapFlow, pace: Pace, work: () => Promise<T>): Promise<T> =>
  keepingPace(
    pace,
    () => client.stats().received,
    () => client.close(),
    work(),
  );

/**
 * Ends the connection if the server does not answer soon. ImapFlow's TCP keepalive notices within 15 s that a machine is gone, but
 * never that its program hangs.
 */
export const probe = (client: ImapFlow, { probeMs }: ImapLimits): Promise<void> =>
  withDeadline(probeMs, () => client.close(), client.noop()).then(() => {
    if (!client.usable) throw connectionEnded();
  });

/** ImapFlow returns false if a change was refused, and also if the connection ended before the change. */
export async function made(client: ImapFlow, change: Promise<unknown>): Promise<void> {
  if (await change) return;
  if (!client.usable) throw connectionEnded();
  throw new MailboxError("denied", t("The server does not allow this change."));
}

export const connectionEnded = (cause?: unknown) =>
  new MailboxError("unreachable", t("The server ended the connection."), { cause });

/** RFC 5530: temporary refusals. */
const passing = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "OVERQUOTA", "SERVERBUG", "CONTACTADMIN"]);
const tooLarge = new Set(["LiteralTooLarge", "ResponseTooLarge", "DownloadOverflow"]);
const lost = new Set([
  "NoConnection",
  "EConnectionClosed",
  "StateLogout",
  "ClosedAfterConnectText",
  "ClosedAfterConnectTLS",
]);

export function imapError(error: unknown): MailboxError {
  if (!(error instanceof Error) || error instanceof MailboxError) return asMailboxError(error);
  const { code = "", authenticationFailed, responseText, mailboxMissing, reason } = error as Raised;
  const answer = answerCode(error);
  if (passing.has(answer) || code === "ETHROTTLE")
    return new MailboxError(
      "throttled",
      t("The server is busy: {answer}", { answer: said(responseText ?? error.message) }),
      {
        cause: error,
      },
    );
  if (authenticationFailed) return wrongPassword(error);
  if (mailboxMissing || answer === "NONEXISTENT")
    return new MailboxError("gone", t("The folder is no longer there."), { cause: error });
  if (tooLarge.has(code)) return new MailboxError("too_large", t("The message is too large."), { cause: error });
  if (reason && /too many|limit/i.test(reason))
    return new MailboxError("throttled", t("The server is busy: {answer}", { answer: said(reason) }), { cause: error });
  if (lost.has(code)) return connectionEnded(error);
  if (responseText)
    return new MailboxError("protocol", t("The server refused: {answer}", { answer: said(responseText) }), {
      cause: error,
    });
  return asMailboxError(error);
}

type Raised = ImapFlowError & { mailboxMissing?: boolean; reason?: string };
type Parsed = { attributes?: { section?: { value?: unknown }[] }[] };

/** The response code in `NO [CODE] text`. Some ImapFlow commands parse it, others return the text unchanged. */
function answerCode(error: Error): string {
  const { serverResponseCode, response } = error as Raised;
  if (serverResponseCode || typeof response !== "object") return serverResponseCode ?? "";
  const code = (response as Parsed | null)?.attributes?.[0]?.section?.[0]?.value;
  return typeof code === "string" ? code.toUpperCase() : "";
}

/** RFC 3501 7.1: NO and BAD refuse one command and keep the connection; with UNAVAILABLE (RFC 5530) the server refuses all. */
export function isRefusal(client: ImapFlow, error: unknown): boolean {
  const { responseStatus = "", code } = error as Partial<ImapFlowError>;
  if (!client.usable || !/^(?:NO|BAD)$/.test(responseStatus) || code === "ETHROTTLE") return false;
  return !/^(?:UNAVAILABLE|INUSE|LIMIT)$/.test(answerCode(error as Error));
}

const said = (words: string) => words.replace(/[\r\n]+/g, " ").slice(0, 200);
