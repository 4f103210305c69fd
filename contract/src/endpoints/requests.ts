import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, emailAddress, id, instant, line, requiredLine } from "../fields.ts";
import { connectedKinds, requestStatuses, requestTypes } from "../rules/choices.ts";
import { invitationOutcome } from "./users.ts";

/** What somebody asks an administrator for. */
export const request = z.object({
  id,
  /** Who asks. */
  user: z.string(),
  type: z.enum(requestTypes),
  status: z.enum(requestStatuses),
  /** What it is about: a colleague's name and address, the role that is wanted, or a mailbox. */
  about: z.string(),
  note: z.string(),
  /** An approval that has not been used yet: it can still be declined. */
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

/** What people of the company must ask for. */
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
    summary: "What I have asked for, newest first",
    response: z.array(request),
  }),
  create: endpoint({
    method: "POST",
    path: "/requests",
    access: "signed-in",
    tenancy: "personal",
    summary: "Ask for a new colleague, to become an administrator, or to connect a mailbox where that needs approval",
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
      /** The new colleague's first password, where a random one was made: shown this once. */
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
    summary: "What people of the company must ask for",
    response: requestPolicy,
  }),
  setPolicy: endpoint({
    method: "PUT",
    path: "/requests/policy",
    access: "admin",
    tenancy: "acting",
    summary: "Say whether connecting a mailbox needs approval; those who administer the company need none",
    body: requestPolicy,
    response: requestPolicy,
  }),
};
