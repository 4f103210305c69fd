import type { AccountNotice } from "@intellibox/contract/endpoints/account";
import { dateTime } from "#lib/format.ts";

/** Describes what another person did to the user's account. */
export function noticeInWords({ kind, by, at, address, reason }: AccountNotice) {
  const who = `${by.name} (${by.email})`;
  const when = `on ${dateTime(at)}${address ? ` from ${address}` : ""}`;
  if (kind === "link-sent") return `${who} had a link to choose a new password mailed to you ${when}.`;
  if (kind === "mail-released") return `${who} opened your mail ${when}. Reason: ${reason}`;
  if (kind === "mail-exported") return `${who} exported your data with your mail ${when}. Reason: ${reason}`;
  if (kind === "password-set") return `${who} set a new password for your account ${when}.`;
  return `${who} set your first password ${when}. If you were not asked to choose your own, change it now: somebody else has used it.`;
}
