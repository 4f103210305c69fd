import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant } from "../fields.ts";
import { t } from "../text/t.ts";
import { password, signedIn } from "./auth.ts";

/** Changes to an account by another person, or by the product. */
export const accountNoticeKinds = [
  "first-password",
  "password-set",
  "link-sent",
  "mail-released",
  "mail-exported",
  /** The product stopped a rule; `reason` names it and says why. */
  "rule-paused",
  /** A program waits for the yes of the user; `reason` names its key. */
  "proposal-waiting",
  /** An admin removed the second factors. */
  "factors-reset",
] as const;
export const passwordLinkKinds = ["invitation", "reset"] as const;

export const accountNotice = z.object({
  id,
  kind: z.enum(accountNoticeKinds),
  /** The person who did it; `at` is when, `address` from which network address. */
  by: z.object({ name: z.string(), email: z.string() }),
  at: instant,
  address: z.string(),
  /** The stated reason for releasing or exporting the mail. */
  reason: z.string(),
});
export type AccountNotice = z.output<typeof accountNotice>;

const linkToken = z
  .string(t("The link is not complete"))
  .min(20, t("The link is not complete"))
  .max(100, t("The link is not complete"));

export const usePasswordLinkForm = z.strictObject({ token: linkToken, password });

/** Allowed while the account's mail is closed. */
const personalWithoutMail = { ...personal, mail: false, beforeSecondFactor: true } as const;

export const account = {
  notices: endpoint({
    ...personalWithoutMail,
    method: "GET",
    path: "/account/notices",
    summary:
      "List what others did to the caller's account, until dismissed, and whether a link can be mailed to open closed mail",
    response: z.object({ items: z.array(accountNotice), linkByMail: z.boolean() }),
  }),
  dismissNotice: endpoint({
    ...personalWithoutMail,
    method: "POST",
    path: "/account/notices/{id}/dismiss",
    summary: "Dismiss a notice",
    params: byId,
    response: done,
  }),
  sendLink: endpoint({
    ...personalWithoutMail,
    method: "POST",
    path: "/account/password-link",
    summary: "Mail the caller a link to choose a new password, which proves the address and opens closed mail",
    response: z.object({ sentTo: z.string() }),
    perMinute: 3,
  }),
  readLink: endpoint({
    method: "POST",
    path: "/auth/password-link/read",
    access: "public",
    tenancy: "personal",
    summary: "Get whose password a mailed link sets, and who requested it",
    body: z.strictObject({ token: linkToken }),
    response: z.object({
      kind: z.enum(passwordLinkKinds),
      email: z.string(),
      name: z.string(),
      company: z.string(),
      by: z.string(),
    }),
    perMinute: 30,
  }),
  useLink: endpoint({
    method: "POST",
    path: "/auth/password-link",
    access: "public",
    tenancy: "personal",
    summary: "Choose a password with a mailed link, once; ends all sessions, opens the mail, and signs in",
    body: usePasswordLinkForm,
    response: signedIn,
    perMinute: 10,
  }),
};
