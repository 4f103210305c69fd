import { type ConnectError, connectErrors } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";

const companies: Record<string, string> = { gmail: "Google", outlook: "Microsoft" };

const words: Record<ConnectError, (company: string) => string> = {
  denied: () => t("Access was declined. Nothing was connected."),
  state: (company) =>
    t("The answer from {company} does not belong to a sign-in from here. Connect again.", { company }),
  expired: () => t("The sign-in has expired or was already used. Connect again."),
  browser: () => t("This sign-in was started in another browser. Connect again from here."),
  session: () => t("Your session expired. Connect again."),
  code: (company) => t("{company} did not accept the sign-in. Connect again.", { company }),
  scope: () => t("Mail access was not granted. Connect again and allow all permissions."),
  approval: () => t("Your company approves mailboxes before they are connected. Ask an admin for this account."),
  setup: (company) =>
    t("{company} does not accept this installation. Ask your admin to check its client id and secret.", { company }),
  unavailable: (company) => t("{company} could not be reached. Nothing was connected. Try again later.", { company }),
};

/** The sentence for the connect error in the URL; null if the error is unknown. */
export function connectProblem(error: string | null, provider: string | null): string | null {
  const known = connectErrors.find((name) => name === error);
  return known ? words[known](companies[provider ?? ""] ?? t("The provider")) : null;
}
