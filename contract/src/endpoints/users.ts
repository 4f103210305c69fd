import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, emailAddress, id, listQuery, pageOf, requiredLine, text, wholeNumber } from "../fields.ts";
import { roles } from "../rules/access.ts";
import { userStatuses } from "../rules/choices.ts";
import { maxPasswordLength, maxUndoSeconds } from "../rules/limits.ts";
import { looksLikeAddress } from "../rules/send-as.ts";
import { password, sessionUser } from "./auth.ts";

export const user = sessionUser;
export type User = z.output<typeof user>;

/** The fields of colleagues that a NORMAL_USER may see. */
export const colleague = z.object({ _id: id, name: z.string(), roleCode: z.enum(roles) });
export type Colleague = z.output<typeof colleague>;

/** Mail shows it beside the address. */
const userName = requiredLine("Name", 120)
  .refine((name) => !looksLikeAddress(name), "Name may not look like an email address")
  // Bidirectional controls reverse the text that follows, so it could show another name or address.
  .refine((name) => !/[\u202a-\u202e\u2066-\u2069]/.test(name), "Name has characters that are not allowed");
/** Forms send a blank string for an absent value. */
const optionalPassword = z.union([z.literal("").transform(() => undefined), password]).optional();

export const newUserForm = z.strictObject({
  name: userName,
  email: emailAddress,
  /** If blank, the installation's default password is used, or a random one that the answer shows once. */
  password: optionalPassword,
  roleCode: z.enum(roles).default("NORMAL_USER"),
  status: z.enum(userStatuses).default("Active"),
  /** Required from a SUPER_ADMIN. */
  tenantId: z.union([id, z.literal("").transform(() => undefined)], "Please choose a tenant").optional(),
});

/** Absent fields stay unchanged. Email and tenant may be sent, but only with their current values. */
export const userForm = z
  .strictObject({
    name: userName,
    roleCode: z.enum(roles),
    status: z.enum(userStatuses),
    password: optionalPassword,
    /** Required to change one's own password. */
    currentPassword: text("Current password", maxPasswordLength),
    email: emailAddress,
    tenantId: id,
  })
  .partial();

/** If the owner company has a mail server, the person chooses the password with a mailed link. */
export const invitationOutcome = {
  /** The address that a link was mailed to. */
  linkSentTo: z.string().optional(),
  /** Why the link could not be mailed. The account exists, so Reset password can try again. */
  linkError: z.string().optional(),
};

export const releaseMailForm = z.strictObject({ reason: requiredLine("Reason", 300) });

export const maxSignatureLength = 20_000;

const profile = z.object({
  signatureHtml: z.string(),
  undoSeconds: z.number().int(),
  /** Whether the company has a mail server, so that a screen can warn before a mail is written. */
  canSend: z.boolean(),
});

export const profileForm = z
  .strictObject({
    /** The server sanitizes it and answers with what will be sent. */
    signatureHtml: text("Signature", maxSignatureLength),
    undoSeconds: wholeNumber("Undo time", 0, maxUndoSeconds),
  })
  .partial();

export const users = {
  list: endpoint({
    method: "GET",
    path: "/users/all",
    access: "signed-in",
    tenancy: "across",
    summary: "People: all as an array, or a page if `page` or `limit` is given; a NORMAL_USER gets names and roles",
    query: listQuery(["name", "email", "roleCode", "status", "tenant", "createdAt"])
      .extend({ status: z.enum(userStatuses).optional(), roleCode: z.enum(roles).optional(), tenantId: id.optional() })
      .strict(),
    response: z.union([z.array(user), pageOf(user), z.array(colleague), pageOf(colleague)]),
  }),
  get: endpoint({
    method: "GET",
    path: "/users/{id}",
    access: "signed-in",
    tenancy: "across",
    summary: "One person; a NORMAL_USER gets name and role",
    params: byId,
    response: z.union([user, colleague]),
  }),
  create: endpoint({
    method: "POST",
    path: "/users",
    access: "admin",
    tenancy: "across",
    summary: "Add a person",
    body: newUserForm,
    response: user.extend({
      /** Present only if a random password was made. It is shown once. */
      temporaryPassword: z.string().optional(),
      ...invitationOutcome,
    }),
    status: 201,
    perMinute: 120,
  }),
  update: endpoint({
    method: "PUT",
    path: "/users/{id}",
    access: "signed-in",
    tenancy: "across",
    summary: "Change a person; a NORMAL_USER may change their own name and password",
    params: byId,
    body: userForm,
    response: user,
    // Limits guesses of the current password on an unlocked screen.
    perMinute: 30,
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/users/{id}/reset-password",
    access: "admin",
    tenancy: "across",
    summary:
      "Mail a person a link to choose a new password; where no mail server is set up, a temporary one, shown once",
    params: byId,
    response: z.object({ linkSentTo: z.string().optional(), temporaryPassword: z.string().optional() }),
    perMinute: 30,
  }),
  releaseMail: endpoint({
    method: "POST",
    path: "/users/{id}/release-mail",
    access: "super-admin",
    tenancy: "across",
    summary:
      "Open the mail of a person whose password somebody else set, with a reason that the person sees; owner company only",
    params: byId,
    body: releaseMailForm,
    response: user,
    perMinute: 30,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/users/{id}",
    access: "admin",
    tenancy: "across",
    summary: "Delete a person",
    params: byId,
    response: done,
  }),
  profile: endpoint({
    method: "GET",
    path: "/profile",
    access: "signed-in",
    tenancy: "personal",
    mail: false,
    summary: "The caller's email signature and sending preferences",
    response: profile,
  }),
  updateProfile: endpoint({
    method: "PUT",
    path: "/profile",
    access: "signed-in",
    tenancy: "personal",
    mail: false,
    summary: "Change the caller's email signature and sending preferences",
    body: profileForm,
    response: profile,
  }),
};
