/**
 * Sending by Microsoft Graph: the mail is made ready as a draft, and then sent by a call that holds nothing but its id. `sendMail`
 * would do it in one, but the id that the mail gets there is Exchange's own, and by ours we find out later what became of it.
 */
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { asMailboxError, type MailboxError, type MailboxFault } from "#outside/mailboxes/mailbox.ts";
import { graphCall, messagePath } from "#outside/mailboxes/outlook-calls.ts";
import { discardDraft, prepareDraft } from "./graph-drafts.ts";
import { type Transport, TransportError, type TransportFault } from "./transport.ts";

export function openGraphTransport(account: CloudAccount): Transport {
  return {
    async send(mail, onPhase) {
      await onPhase("connecting");
      const draft = await prepareDraft(account, mail).catch((error: unknown) => {
        throw refusalOf(error);
      });
      try {
        await onPhase("data_sent");
      } catch (error) {
        await discardDraft(account, draft).catch(() => undefined);
        throw error;
      }
      await graphCall(account, { method: "POST", path: `${messagePath(draft)}/send`, timeoutMs: 120_000 }).catch(
        async (error: unknown) => {
          if (isUnsure(asMailboxError(error)))
            throw new TransportError("unknown_outcome", "Outlook did not confirm that it took the mail.", {
              cause: error,
            });
          await discardDraft(account, draft).catch(() => undefined);
          throw refusalOf(error);
        },
      );
      return { accepted: mail.envelope.to, refused: [], answer: "202 Accepted" };
    },
  };
}

/** Faults that come before a byte of the call has gone out, whatever it was. */
const beforehand = new Set<MailboxFault>(["name_not_found", "refused", "tls", "forbidden_host", "auth"]);

/** The call went out, and nothing says that it was refused: the mail may be on its way. */
function isUnsure(error: MailboxError): boolean {
  if (!(error instanceof CloudError) || error.status === undefined)
    // Told to wait, we did not even ask.
    return !beforehand.has(error.fault) && error.fault !== "throttled";
  return error.status >= 500;
}

function refusalOf(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const cause = asMailboxError(error);
  const { status, answer } = cause instanceof CloudError ? cause : { status: undefined, answer: "" };
  const options = { cause, answer: answer || undefined };
  const isRefused = status !== undefined && status >= 400 && status < 500;
  if (isRefused && status !== 401 && status !== 429 && cause.fault !== "throttled")
    return new TransportError("permanent", `Outlook refused the mail${answer ? `: ${answer}` : "."}`, options);
  return new TransportError(faults[cause.fault] ?? (cause.fault as TransportFault), cause.message, options);
}

const faults: Partial<Record<MailboxFault, TransportFault>> = {
  throttled: "temporary",
  bad_cursor: "protocol",
  gone: "temporary",
  too_large: "permanent",
};
