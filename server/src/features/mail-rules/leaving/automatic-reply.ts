// Whether a mail may be answered automatically (RFC 3834 2).
import { t } from "@intellibox/contract/text/t";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { RuleMail } from "#features/mail-facts/rule-mail.ts";
import { plainAddress } from "#features/people/plain-address.ts";

/** A sentence for the reader if the mail must not be answered; undefined if it may. `own` are the user's addresses. */
export function refusalToAnswer({ from, to, cc, headers }: RuleMail, own: ReadonlySet<string>): string | undefined {
  const sender = plainAddress(from.address);
  if (!sender) return t("The mail has no sender that could be answered.");
  if (own.has(sender)) return t("The mail is from one of your own addresses.");
  if (headers.returnPath) return t("A mail server wrote it, and takes no answers.");
  if (headers.sentByRule) return t("A rule sent this mail, so no rule answers it.");
  const suppressed = /\b(?:all|oof|autoreply)\b/i.test(headers.suppress ?? "");
  if (headers.autoReply || headers.autoRespond || suppressed || isAutomatic({ ...headers }, sender))
    return t("A list or a program sent it, which is not answered automatically.");
  const isAddressed = [...to, ...cc].some(({ address }) => own.has(plainAddress(address) ?? ""));
  return isAddressed ? undefined : t("The mail is not addressed to you in To or Cc.");
}
