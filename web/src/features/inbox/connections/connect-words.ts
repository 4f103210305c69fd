import { type ConnectError, connectErrors } from "@intellibox/contract/endpoints/mailboxes";

const companies: Record<string, string> = { gmail: "Google", outlook: "Microsoft" };

const words: Record<ConnectError, (company: string) => string> = {
  denied: (company) => `${company} was told not to give access, so nothing was connected.`,
  state: (company) => `The answer from ${company} did not belong to anything that was begun here. Connect again.`,
  expired: () => "That sign-in was already used, or took longer than ten minutes. Connect again.",
  browser: () =>
    "The connection was begun in another browser, or at another address of Intellibox. Connect again from here.",
  session: () => "You were signed out meanwhile. Connect again.",
  code: (company) => `${company} did not accept the sign-in a second time. Connect again.`,
  scope: (company) =>
    `Access to the mail was left out at ${company}. Connect again, and allow everything that is asked for.`,
  approval: () => "Your company approves mailboxes before they are connected. Ask an administrator for this account.",
  setup: (company) =>
    `${company} refused this installation of Intellibox. An operator has to check its client id and secret.`,
  unavailable: (company) =>
    `${company} could not be reached, or gave no usable answer. Nothing was connected; try again later.`,
};

/** Why an account was not connected, as the address that one came back to says it; null where it says nothing we know. */
export function connectProblem(error: string | null, provider: string | null): string | null {
  const known = connectErrors.find((name) => name === error);
  return known ? words[known](companies[provider ?? ""] ?? "The provider") : null;
}
