import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, line, text } from "../fields.ts";
import { parseRecipients, recipientsProblem } from "../rules/recipients.ts";
import { t } from "../text/t.ts";
import { sendAnswer } from "./outbox.ts";

/** The most messages that one proposal may ask to delete. A proposal is carried out only after its user accepts it. */
export const maxProposedDeletions = 50;
const addresses = (what: string) => text(what, 20_000).default("");

const proposedMail = z
  .strictObject({
    kind: z.literal("send"),
    /** Addresses, separated by commas. */
    to: addresses(t("To")),
    cc: addresses(t("Cc")),
    bcc: addresses(t("Bcc")),
    subject: line(t("Subject"), 500).min(1, t("Subject is required")),
    /** Plain text. */
    body: text(t("The message"), 100_000).min(1, t("The message is required")),
    /** The message that it answers, which may not be somebody else's. */
    answers: id.optional(),
    reason: line(t("Reason"), 300).default(""),
  })
  .superRefine(({ to, cc, bcc }, context) => {
    const problem =
      parseRecipients(to).addresses.length === 0
        ? t("To, Subject, and Body are required.")
        : recipientsProblem(parseRecipients([to, cc, bcc]));
    if (problem) context.addIssue({ code: "custom", message: problem, path: ["to"] });
  });

const proposedDeletion = z.strictObject({
  kind: z.literal("delete"),
  messageIds: z
    .array(id)
    .min(1, t("Choose at least one message"))
    .max(maxProposedDeletions, t("Too many messages at once"))
    .transform((ids) => [...new Set(ids)]),
  reason: line(t("Reason"), 300).default(""),
});

export const newProposal = z.discriminatedUnion("kind", [proposedMail, proposedDeletion]);
export type NewProposal = z.output<typeof newProposal>;

const common = {
  id,
  /** The API key that proposed it. */
  keyName: z.string(),
  reason: z.string(),
  createdAt: instant,
  expiresAt: instant,
};

export const proposal = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("send"),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    subject: z.string(),
    body: z.string(),
  }),
  z.object({
    ...common,
    kind: z.literal("delete"),
    /** Those that still exist. */
    messages: z.array(z.object({ id, from: z.string(), subject: z.string(), date: instant })),
  }),
]);
export type Proposal = z.output<typeof proposal>;

export const proposals = {
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/proposals",
    summary: "List what programs propose and the caller has not decided, oldest first",
    response: z.array(proposal),
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/proposals",
    summary: "Propose to send or delete mail, with an API key; it happens when its person says yes, within 24 hours",
    body: newProposal,
    response: z.object({ id, expiresAt: instant }),
    status: 201,
    perMinute: 30,
  }),
  accept: endpoint({
    ...personal,
    method: "POST",
    path: "/proposals/{id}/accept",
    summary: "Carry out a proposal, once; 404 if it is decided or expired",
    params: byId,
    response: z.object({ kind: z.enum(["send", "delete"]), sent: sendAnswer.nullable(), deleted: z.number().int() }),
  }),
  decline: endpoint({
    ...personal,
    method: "POST",
    path: "/proposals/{id}/decline",
    summary: "Decline a proposal; nothing happens",
    params: byId,
    response: done,
  }),
};
