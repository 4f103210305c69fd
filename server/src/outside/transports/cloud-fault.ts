/** What a failed call to a provider means for the mail that it was about. */
import { CloudError } from "#outside/cloud-fetch.ts";
import { asMailboxError, type MailboxFault } from "#outside/mailboxes/mailbox.ts";
import { TransportError, type TransportFault } from "./transport.ts";

/** Faults that come before a byte of the call has gone out, whatever it was. */
const beforehand = new Set<MailboxFault>(["name_not_found", "refused", "tls", "forbidden_host", "auth"]);

/** Of the call that hands the mail over: it went out, and nothing says that it was refused, so the mail may be on its way. */
export function isUnsure(error: unknown): boolean {
  const known = asMailboxError(error);
  if (!(known instanceof CloudError) || known.status === undefined)
    // Told to wait, we did not even ask.
    return !beforehand.has(known.fault) && known.fault !== "throttled";
  return known.status >= 500;
}

/** Of any call, where it is certain that the mail did not go out. */
export function refusedBy(provider: string, error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const cause = asMailboxError(error);
  const { status, answer } = cause instanceof CloudError ? cause : { status: undefined, answer: "" };
  const options = { cause, answer: answer || undefined };
  const isRefused = status !== undefined && status >= 400 && status < 500;
  if (isRefused && status !== 401 && cause.fault !== "throttled")
    return new TransportError("permanent", `${provider} refused the mail${answer ? `: ${answer}` : "."}`, options);
  return new TransportError(faults[cause.fault] ?? (cause.fault as TransportFault), cause.message, options);
}

const faults: Partial<Record<MailboxFault, TransportFault>> = {
  throttled: "temporary",
  bad_cursor: "protocol",
  gone: "temporary",
  too_large: "permanent",
};
