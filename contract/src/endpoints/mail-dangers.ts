import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId } from "../fields.ts";
import { mailPerson } from "./inbox.ts";

/** The reasons to doubt a received mail. */
export const dangerKinds = [
  "bank-details",
  "payment-pressure",
  "asks-secret",
  "similar-domain",
  "colleague-name",
  "contact-name",
  "other-account",
  "reply-elsewhere",
  "link-elsewhere",
  "not-authenticated",
  "first-attachment",
] as const;
export type DangerKind = (typeof dangerKinds)[number];

export const danger = z.object({
  kind: z.enum(dangerKinds),
  /** The sentence, address, link or file that it is about. */
  words: z.string(),
  /** The name or site that it imitates, or the site that a link leads to; "" if there is none. */
  other: z.string(),
  /** False for what is only worth knowing. */
  isGrave: z.boolean(),
});
export type Danger = z.output<typeof danger>;

export const mailDangers = {
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/messages/{id}/dangers",
    summary: "Say what is doubtful about a received message, and whom to ask whether it is genuine",
    params: byId,
    response: z.object({
      dangers: z.array(danger),
      /** The known address of the person whom the mail claims to be from; null if there is none. */
      verifyWith: mailPerson.nullable(),
    }),
  }),
};
