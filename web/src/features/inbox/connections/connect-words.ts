import { type ConnectError, connectErrors } from "@intellibox/contract/endpoints/mailboxes";

const companies: Record<string, string> = { gmail: "Google", outlook: "Microsoft" };

const words: Record<ConnectError, (company: string) => string> = {
  denied: () => "Access was declined. Nothing was connected.",
  state: (company) => `The answer from ${company} does not belong to a sign-in from here. Connect again.`,
  expired: () => "The sign-in has expired or was already used. Connect again.",
  browser: () => "This sign-in was started in another browser. Connect again from here.",
  session: () => "Your session expired. Connect again.",
  code: (company) => `${company} did not accept the sign-in. Connect again.`,
  scope: () => "Mail access was not granted. Connect again and allow all permissions.",
  approval: () => "Your company approves mailboxes before they are connected. Ask an admin for this account.",
  setup: (company) => `${company} does not accept this installation. Ask your admin to check its client id and secret.`,
  unavailable: (company) => `${company} could not be reached. Nothing was connected. Try again later.`,
};

/** The sentence for the connect error in the URL; null if the error is unknown. */
export function connectProblem(error: string | null, provider: string | null): string | null {
  const known = connectErrors.find((name) => name === error);
  return known ? words[known](companies[provider ?? ""] ?? "The provider") : null;
}
