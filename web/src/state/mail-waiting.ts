import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { ApiError } from "#lib/http/api-error.ts";
import { waitingHere } from "#lib/mail/mail-outcome.ts";
import type { Mail } from "#api/outbox.ts";
import { addChange, withdrawChange } from "#api/waiting-changes.ts";

/** Lets a mail wait for the network. Throws if this browser has no database. */
export async function letMailWait(mail: Mail, key: string) {
  const { waiting } = await addChange({ kind: "mail", mail, key });
  const detail = t("There is no network. The mail is sent when it is back.");
  return {
    mail: {
      messageId: `${waitingHere}${key}`,
      to: parseRecipients(mail.to).addresses,
      outcome: { state: "waiting" as const, detail },
    },
    /** Throws if the mail was sent meanwhile. */
    async withdraw() {
      if ((await withdrawChange(waiting)) !== undefined) throw new ApiError(t("Too late to undo."));
    },
  };
}
