import { t } from "@intellibox/contract/text/t";
/**
 * Sends by Microsoft Graph: creates a draft, then sends it by its id. `sendMail` would need one call, but Exchange would replace
 * the Message-ID, by which we look up a mail whose outcome is unknown.
 */
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { deletePermanently, graphCall, messagePath } from "#outside/mailboxes/outlook/calls.ts";
import { isUnsure, refusedBy } from "./cloud-fault.ts";
import { prepareDraft } from "./graph-drafts.ts";
import { type Transport, TransportError } from "./transport.ts";

export function openGraphTransport(account: CloudAccount): Transport {
  return {
    async send(mail, onPhase) {
      await onPhase("connecting");
      const draft = await prepareDraft(account, mail).catch((error: unknown) => {
        throw refusedBy("Outlook", error);
      });
      try {
        await onPhase("data_sent");
      } catch (error) {
        await deletePermanently(account, draft).catch(() => undefined);
        throw error;
      }
      await graphCall(account, { method: "POST", path: `${messagePath(draft)}/send`, timeoutMs: 120_000 }).catch(
        async (error: unknown) => {
          if (isUnsure(error))
            throw new TransportError("unknown_outcome", t("Outlook did not confirm that it took the mail."), {
              cause: error,
            });
          await deletePermanently(account, draft).catch(() => undefined);
          throw refusedBy("Outlook", error);
        },
      );
      return { accepted: mail.envelope.to, refused: [], answer: "202 Accepted" };
    },
  };
}
