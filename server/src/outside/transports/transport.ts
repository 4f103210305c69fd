import { type ConnectFault, connectFault, connectMessage } from "#lib/connect-fault.ts";

/** A mail as it travels: bytes, and whom the server is told it is from and for. */
export type OutgoingMail = { raw: Uint8Array; envelope: { from: string; to: string[] } };

/**
 * How far a mail has come. `data_sent` is told before the server can take the mail: where the process dies after it, nobody
 * knows whether the mail went out; where it dies before, it did not.
 */
export type SendPhase = "connecting" | "data_sent";

export type Refused = { address: string; fault: "temporary" | "permanent"; answer: string };
/** The server took the mail for `accepted`, which is at least one; those in `refused` will not get it. */
export type Delivery = { accepted: string[]; refused: Refused[]; answer: string };

export type Transport = {
  /** Hands the mail over. Each phase is awaited, so that it can be noted first; a phase that fails stops the mail. */
  send(mail: OutgoingMail, onPhase: (phase: SendPhase) => Promise<void>): Promise<Delivery>;
};

/** What went wrong, as far as the caller has to choose what to do next. */
export type TransportFault =
  | ConnectFault
  /** The user name or password is not accepted. */
  | "auth"
  /** Refused for now (4xx): try again later. */
  | "temporary"
  /** Refused for good (5xx, or an address that cannot be one): trying again changes nothing. */
  | "permanent"
  /** The whole message was handed over and no answer came: it may be on its way. Never to be resent by itself. */
  | "unknown_outcome"
  /** The server does not keep to its protocol. */
  | "protocol";

/** The only error a transport throws on purpose. Its message is fit for the user's eyes. */
export class TransportError extends Error {
  readonly fault: TransportFault;
  /** The server's own words, where it spoke. */
  readonly answer: string | undefined;

  constructor(fault: TransportFault, message: string, options?: ErrorOptions & { answer?: string | undefined }) {
    super(message, options);
    this.name = "TransportError";
    this.fault = fault;
    this.answer = options?.answer;
  }
}

/** An error of nodemailer or of the socket as a TransportError. */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const { code, response, responseCode } = (error ?? {}) as { code?: string; response?: string; responseCode?: number };
  const answer = response?.replace(/\s+/g, " ").slice(0, 500);
  const options = { cause: error, answer };
  // Encryption is required and was refused: whatever code came with that, it is not about a mail.
  if (code === "ETLS") return new TransportError("tls", connectMessage("tls", error), { cause: error });
  const refusals = ((error ?? {}) as { rejectedErrors?: { responseCode?: number }[] }).rejectedErrors ?? [];
  const busy = refusals.some((refusal) => isTemporary(refusal.responseCode)) || isTemporary(responseCode);
  if (code === "EAUTH" || code === "ENOAUTH") {
    if (busy) return new TransportError("temporary", `Sign-in is not available on the server now: ${answer}`, options);
    return new TransportError("auth", "The server refused the user name or password.", options);
  }
  if (busy) return new TransportError("temporary", `The server put the mail off: ${answer}`, options);
  if (responseCode !== undefined && responseCode >= 500) {
    // RFC 4954 6: 530 asks for a sign-in that the settings do not give.
    if (responseCode === 530) return new TransportError("auth", `The server wants a sign-in: ${answer}`, options);
    return new TransportError("permanent", `The server refused the mail: ${answer}`, options);
  }
  const fault = connectFault(error) ?? (code === "ECONNECTION" || code === "ESOCKET" ? "unreachable" : undefined);
  if (fault) return new TransportError(fault, connectMessage(fault, error), options);
  if (code === "EENVELOPE" || code === "EMESSAGE")
    return new TransportError("permanent", "The mail or one of its addresses cannot be sent.", options);
  return new TransportError("protocol", "The server gave an invalid answer.", options);
}

/** RFC 5321 4.2.1: 4xx asks to come again. */
export const isTemporary = (code: number | undefined) => code !== undefined && code >= 400 && code < 500;
