import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { done, id, instant, text } from "../fields.ts";
import { tones } from "../rules/choices.ts";
import { maxMessageLength } from "./outbox.ts";

/** The unanswered mail that a draft follows up on. Sending the draft joins that thread and settles the follow-up. */
const followedUp = z.strictObject({
  followUpId: id,
  inReplyTo: text("Message id", 1000),
  references: z.array(text("Message id", 1000)).max(200, "Too many references"),
  subject: text("Subject", 1000),
});
export type FollowedUp = z.output<typeof followedUp>;

/** A mail being written. Files stay on the device where they were chosen and must be attached again on another one. */
export const draftContent = z.strictObject({
  intent: text("Intent", 20_000),
  tone: z.enum(tones),
  /** Extra context; in a reply, the mail that is answered. */
  extra: text("Extra context", 400_000),
  to: text("To", 50_000),
  subject: text("Subject", 1000),
  bodyHtml: text("The message", maxMessageLength),
  followsUp: followedUp.nullable().default(null),
});
export type DraftContent = z.output<typeof draftContent>;

/** The version of a draft. The client makes it, so that its own change is recognised after a lost answer. */
const version = z.string().regex(/^[0-9a-f]{32}$/, "Version is not valid");

export const keptDraft = draftContent.extend({ version, savedAt: instant }).strip();
export type KeptDraft = z.output<typeof keptDraft>;

/** Names a draft: `compose`, or the Message-ID of the answered mail. */
export const composeDraftName = "compose";
const params = z.object({ about: z.string().regex(/^[\x21-\x7e]{1,250}$/, "The name of the draft is not valid") });
const mine = { access: "signed-in", tenancy: "personal", params } as const;
const path = "/compose/drafts/{about}";

export const drafts = {
  get: endpoint({
    ...mine,
    method: "GET",
    path,
    summary: "A draft as it was last left on any device",
    response: z.object({ draft: keptDraft.nullable() }),
  }),
  keep: endpoint({
    ...mine,
    method: "PUT",
    path,
    summary: "Keep a draft; 409 if another device has kept a newer one",
    perMinute: 120,
    maxBodyBytes: 6 * 1024 * 1024,
    body: draftContent.extend({
      version,
      /** The version that the change is based on. Null for a new draft. */
      basedOn: version.nullable(),
    }),
    response: z.object({ version, savedAt: instant }),
  }),
  forget: endpoint({
    ...mine,
    method: "DELETE",
    path,
    summary: "Forget a draft; 409 if another device has kept a newer one",
    query: z.strictObject({ basedOn: version.optional() }),
    response: done,
  }),
};
