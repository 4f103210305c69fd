import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, emailAddress, id, instant, line, requiredLine } from "../fields.ts";
import { connectedKinds, requestStatuses, requestTypes } from "../rules/choices.ts";
import { invitationOutcome } from "./users.ts";

/** A user's request to an administrator. */
export const request = z.object({
  id,
  /** The user who asks. */
  user: z.string(),
  type: z.enum(requestTypes),
  status: z.enum(requestStatuses),
  /** The details: a colleague's name and address, the wanted role, or a mailbox. */
  about: z.string(),
  note: z.string(),
  /** The approval has not been used yet, so it can still be declined. */
  revocable: z.boolean(),
  createdAt: instant,
});
export type Request = z.output<typeof request>;

const note = line("Note", 500).default("");
export const newRequestForm = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("New user request"),
      name: requiredLine("Name", 120),
      email: emailAddress,
      note,
    }),
    z.strictObject({ type: z.literal("Role change"), note }),
    z.strictObject({
      type: z.literal("Mailbox connect approval"),
      kind: z.enum(connectedKinds),
      email: requiredLine("Email", 320).toLowerCase(),
      note,
    }),
  ],
  `Type must be ${requestTypes.slice(0, -1).join(", ")} or ${requestTypes.at(-1)}`,
);

/** The actions that need an administrator's approval. */
export const requestPolicy = z.strictObject({
  /** Whether a mailbox may be connected only after an administrator approved it. */
  mailboxApproval: z.boolean(),
});

export const requests = {
  mine: endpoint({
    method: "GET",
    path: "/requests/mine",
    access: "signed-in",
    tenancy: "personal",
    summary: "The caller's requests, newest first",
    response: z.array(request),
  }),
  create: endpoint({
    method: "POST",
    path: "/requests",
    access: "signed-in",
    tenancy: "personal",
    summary: "Ask for a new colleague, to become an administrator, or to connect a mailbox if that needs approval",
    body: newRequestForm,
    response: request,
    status: 201,
    perMinute: 20,
  }),
  decide: endpoint({
    method: "POST",
    path: "/requests/{id}/decide",
    access: "admin",
    tenancy: "acting",
    summary:
      "Take a request into review, approve it, which carries it out, or decline it; an approved mailbox can be declined until it is connected",
    params: byId,
    body: z.strictObject({ decision: z.enum(["review", "approve", "decline"]) }),
    response: request.extend({
      /** The new colleague's first password if a random one was made. It is shown once. */
      temporaryPassword: z.string().optional(),
      ...invitationOutcome,
    }),
    perMinute: 60,
  }),
  policy: endpoint({
    method: "GET",
    path: "/requests/policy",
    access: "signed-in",
    tenancy: "acting",
    summary: "The actions that need an administrator's approval",
    response: requestPolicy,
  }),
  setPolicy: endpoint({
    method: "PUT",
    path: "/requests/policy",
    access: "admin",
    tenancy: "acting",
    summary: "Set whether connecting a mailbox needs approval; administrators never need it",
    body: requestPolicy,
    response: requestPolicy,
  }),
};
