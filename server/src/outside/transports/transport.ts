import { t } from "@intellibox/contract/text/t";
import { type ConnectFault, connectFault, connectMessage } from "#lib/connect-fault.ts";

/** The bytes of a mail and its SMTP envelope. */
export type OutgoingMail = { raw: Uint8Array; envelope: { from: string; to: string[] } };

/**
 * How far a mail has come. `data_sent` is reported before the server can accept the mail: if the process dies before it, the mail
 * was not sent; if it dies after it, the outcome is unknown.
 */
export type SendPhase = "connecting" | "data_sent";

export type Refused = { address: string; fault: "temporary" | "permanent"; answer: string };
/** The server accepted the mail for `accepted`, at least one recipient. Those in `refused` will not get it. */
export type Delivery = { accepted: string[]; refused: Refused[]; answer: string };

export type Transport = {
  /** Hands the mail over. Awaits `onPhase`, so that the phase can be stored first. If that throws, the mail is not sent. */
  send(mail: OutgoingMail, onPhase: (phase: SendPhase) => Promise<void>): Promise<Delivery>;
};

/** The kinds of errors that a caller handles differently. */
export type TransportFault =
  | ConnectFault
  /** The server refused the user name or password. */
  | "auth"
  /** A temporary refusal (4xx). */
  | "temporary"
  /** A permanent refusal (5xx), or an invalid address. */
  | "permanent"
  /** The whole mail was handed over and no answer came. It may arrive, so it is never sent again automatically. */
  | "unknown_outcome"
  /** The server violated its protocol. */
  | "protocol";

/** The only error that a transport throws on purpose. Its message is for the user. */
export class TransportError extends Error {
  readonly fault: TransportFault;
  /** The server's answer, if there was one. */
  readonly answer: string | undefined;

  constructor(fault: TransportFault, message: string, options?: ErrorOptions & { answer?: string | undefined }) {
    super(message, options);
    this.name = "TransportError";
    this.fault = fault;
    this.answer = options?.answer;
  }
}

/** Translates an error of nodemailer or of the socket. */
export function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const { code, response, responseCode } = (error ?? {}) as { code?: string; response?: string; responseCode?: number };
  const answer = response?.replace(/\s+/g, " ").slice(0, 500);
  const options = { cause: error, answer };
  // STARTTLS is required and was refused. Its response code is not about the mail.
  if (code === "ETLS") return new TransportError("tls", connectMessage("tls", error), { cause: error });
  const refusals = ((error ?? {}) as { rejectedErrors?: { responseCode?: number }[] }).rejectedErrors ?? [];
  const busy = refusals.some((refusal) => isTemporary(refusal.responseCode)) || isTemporary(responseCode);
  if (code === "EAUTH" || code === "ENOAUTH") {
    if (busy)
      return new TransportError(
        "temporary",
        t("Sign-in is not available on the server now: {answer}", { answer }),
        options,
      );
    return new TransportError("auth", t("The server refused the user name or password."), options);
  }
  if (busy) return new TransportError("temporary", t("The server put the mail off: {answer}", { answer }), options);
  if (responseCode !== undefined && responseCode >= 500) {
    // RFC 4954 6: 530 means that the server requires a sign-in, and the settings have none.
    if (responseCode === 530)
      return new TransportError("auth", t("The server wants a sign-in: {answer}", { answer }), options);
    return new TransportError("permanent", t("The server refused the mail: {answer}", { answer }), options);
  }
  const fault = connectFault(error) ?? (code === "ECONNECTION" || code === "ESOCKET" ? "unreachable" : undefined);
  if (fault) return new TransportError(fault, connectMessage(fault, error), options);
  if (code === "EENVELOPE" || code === "EMESSAGE")
    return new TransportError("permanent", t("The mail or one of its addresses cannot be sent."), options);
  return new TransportError("protocol", t("The server gave an invalid answer."), options);
}

/** RFC 5321 4.2.1: 4xx is a temporary refusal. */
export const isTemporary = (code: number | undefined) => code !== undefined && code >= 400 && code < 500;
