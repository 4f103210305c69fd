import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, emailAddress, id, instant, line, requiredLine } from "../fields.ts";
import { connectedKinds, requestStatuses, requestTypes } from "../rules/choices.ts";
import { t } from "../text/t.ts";
import { invitationOutcome } from "./users.ts";

/** A request to an administrator. */
export const request = z.object({
  id,
  /** The name of the user who asks. */
  user: z.string(),
  type: z.enum(requestTypes),
  status: z.enum(requestStatuses),
  /** The subject of the request: a colleague's name and address, the wanted role, or a mailbox. */
  about: z.string(),
  note: z.string(),
  /** True for an unused approval, which can still be declined. */
  revocable: z.boolean(),
  createdAt: instant,
});
export type Request = z.output<typeof request>;

const note = line(t("Note"), 500).default("");
export const newRequestForm = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("New user request"),
      name: requiredLine(t("Name"), 120),
      email: emailAddress,
      note,
    }),
    z.strictObject({ type: z.literal("Role change"), note }),
    z.strictObject({
      type: z.literal("Mailbox connect approval"),
      kind: z.enum(connectedKinds),
      email: requiredLine(t("Email"), 320).toLowerCase(),
      note,
    }),
  ],
  `Type must be ${requestTypes.slice(0, -1).join(", ")} or ${requestTypes.at(-1)}`,
);

/** The actions that need an approval in the company. */
export const requestPolicy = z.strictObject({
  /** Connecting a mailbox needs an approval by an administrator. */
  mailboxApproval: z.boolean(),
});

export const requests = {
  mine: endpoint({
    method: "GET",
    path: "/requests/mine",
    access: "signed-in",
    tenancy: "personal",
    summary: "List the caller's requests, newest first",
    response: z.array(request),
  }),
  create: endpoint({
    method: "POST",
    path: "/requests",
    access: "signed-in",
    tenancy: "personal",
    summary: "Request a new colleague, the administrator role, or a mailbox connection that needs approval",
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
      "Review a request, approve it, which carries it out, or decline it; an approved mailbox can be declined until it is connected",
    params: byId,
    body: z.strictObject({ decision: z.enum(["review", "approve", "decline"]) }),
    response: request.extend({
      /** The new user's password, if a random one was made; it cannot be read again. */
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
    summary: "Get what users of the company need an approval for",
    response: requestPolicy,
  }),
  setPolicy: endpoint({
    method: "PUT",
    path: "/requests/policy",
    access: "admin",
    tenancy: "acting",
    summary: "Set whether connecting a mailbox needs an approval; administrators of the company need none",
    body: requestPolicy,
    response: requestPolicy,
  }),
};
