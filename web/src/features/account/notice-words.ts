import type { AccountNotice } from "@intellibox/contract/endpoints/account";
import { t } from "@intellibox/contract/text/t";
import { dateTime } from "#lib/format.ts";

/** Describes what another person did to the user's account. */
export function noticeInWords({ kind, by, at, address, reason }: AccountNotice) {
  const who = `${by.name} (${by.email})`;
  const moment = dateTime(at);
  const when = address ? t("on {moment} from {address}", { moment, address }) : t("on {moment}", { moment });
  if (kind === "link-sent") return t("{who} had a link to choose a new password mailed to you {when}.", { who, when });
  if (kind === "factors-reset") return t("{who} removed your second factors {when}.", { who, when });
  if (kind === "mail-released") return t("{who} opened your mail {when}. Reason: {reason}", { who, when, reason });
  if (kind === "mail-exported")
    return t("{who} exported your data with your mail {when}. Reason: {reason}", { who, when, reason });
  if (kind === "password-set") return t("{who} set a new password for your account {when}.", { who, when });
  if (kind === "rule-paused")
    return t("A rule was paused {when}. {reason}", { when: t("on {moment}", { moment }), reason });
  if (kind === "proposal-waiting")
    return t("The program {reason} waits for your yes since {moment}.", { reason, moment });
  return t(
    "{who} set your first password {when}. If you were not asked to choose your own, change it now: somebody else has used it.",
    { who, when },
  );
}
