import { t } from "@intellibox/contract/text/t";
/** Translates a failed call to a provider into a fault of the mail. */
import { CloudError } from "#outside/cloud-fetch.ts";
import { asMailboxError, type MailboxFault } from "#outside/mailboxes/mailbox.ts";
import { TransportError, type TransportFault } from "./transport.ts";

/** Faults that occur before the first byte of a call is sent. */
const beforehand = new Set<MailboxFault>(["name_not_found", "refused", "tls", "forbidden_host", "auth"]);

/** Whether the mail may have been sent: the call that hands it over failed, and was not refused. */
export function isUnsure(error: unknown): boolean {
  const known = asMailboxError(error);
  if (!(known instanceof CloudError) || known.status === undefined)
    // With "throttled" the call was not made.
    return !beforehand.has(known.fault) && known.fault !== "throttled";
  return known.status >= 500;
}

/** For a call after which the mail is certainly not sent. */
export function refusedBy(provider: string, error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const cause = asMailboxError(error);
  const { status, answer } = cause instanceof CloudError ? cause : { status: undefined, answer: "" };
  const options = { cause, answer: answer || undefined };
  const isRefused = status !== undefined && status >= 400 && status < 500;
  if (isRefused && status !== 401 && cause.fault !== "throttled")
    return new TransportError(
      "permanent",
      answer
        ? t("{provider} refused the mail: {answer}", { provider, answer })
        : t("{provider} refused the mail.", { provider }),
      options,
    );
  return new TransportError(faults[cause.fault] ?? (cause.fault as TransportFault), cause.message, options);
}

const faults: Partial<Record<MailboxFault, TransportFault>> = {
  throttled: "temporary",
  bad_cursor: "protocol",
  gone: "temporary",
  too_large: "permanent",
};
