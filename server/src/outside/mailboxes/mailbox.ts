import { type ConnectFault, connectFault, connectMessage } from "#lib/connect-fault.ts";

/** What went wrong, as far as the caller has to choose what to do next. */
export type MailboxFault =
  | ConnectFault
  /** The user name, password or token is not accepted: ask the user. */
  | "auth"
  /** Too much, too many, or not now: come back later. */
  | "throttled"
  /** The bookmark means nothing to the server any more: start over. */
  | "bad_cursor"
  /** The message or folder is not there any more. */
  | "gone"
  /** One message is larger than we take. */
  | "too_large"
  /** The server does not keep to its protocol. */
  | "protocol";

/** The only error a mailbox throws on purpose. Its message is fit for the user's eyes. */
export class MailboxError extends Error {
  readonly fault: MailboxFault;

  constructor(fault: MailboxFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MailboxError";
    this.fault = fault;
  }
}

export const wrongPassword = (cause: unknown) =>
  new MailboxError("auth", "The server refused the user name or password.", { cause });

/** An error of the wire as a MailboxError; what is not about the connection is a breach of protocol. */
export function asMailboxError(error: unknown): MailboxError {
  if (error instanceof MailboxError) return error;
  const fault = connectFault(error);
  if (fault) return new MailboxError(fault, connectMessage(fault, error), { cause: error });
  return new MailboxError("protocol", "The server gave an answer that makes no sense.", { cause: error });
}
