import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, emailAddress, id, listQuery, pageOf, requiredLine, text, wholeNumber } from "../fields.ts";
import { roles } from "../rules/access.ts";
import { followUpDays, imagesPolicies, tones, userStatuses } from "../rules/choices.ts";
import { maxPasswordLength, maxSignatureLength, maxUndoSeconds } from "../rules/limits.ts";
import { looksLikeAddress } from "../rules/send-as.ts";
import { languageCodes } from "../text/language.ts";
import { t } from "../text/t.ts";
import { password, sessionUser } from "./auth.ts";

export const user = sessionUser.extend({
  /** False while an invitation, or a first password, waits to be used. */
  hasSignedIn: z.boolean(),
});
export type User = z.output<typeof user>;

/** The part of a user that a NORMAL_USER sees. */
export const colleague = z.object({ _id: id, name: z.string(), roleCode: z.enum(roles) });
export type Colleague = z.output<typeof colleague>;

/** The display name in sent mail, so it must not look like an address. */
const userName = requiredLine(t("Name"), 120)
  .refine((name) => !looksLikeAddress(name), t("Name may not look like an email address"))
  // Bidirectional controls reverse the text that follows, which can then show another name or address.
  .refine((name) => !/[\u202a-\u202e\u2066-\u2069]/.test(name), t("Name has characters that are not allowed"));
/** Blank counts as absent, because forms send it. */
const optionalPassword = z.union([z.literal("").transform(() => undefined), password]).optional();

const chosenTenant = z.union([id, z.literal("").transform(() => undefined)], t("Please choose a company")).optional();

/** The characters of a list of people to invite. */
const maxListLength = 200_000;

export const newUserForm = z.strictObject({
  name: userName,
  email: emailAddress,
  /** If blank, the installation's default password, or a random one that the response contains once. */
  password: optionalPassword,
  roleCode: z.enum(roles).default("NORMAL_USER"),
  status: z.enum(userStatuses).default("Active"),
  /** Required from a SUPER_ADMIN. */
  tenantId: chosenTenant,
});

/** Absent fields stay unchanged. Email and tenant may be sent, but not changed. */
export const userForm = z
  .strictObject({
    name: userName,
    roleCode: z.enum(roles),
    status: z.enum(userStatuses),
    password: optionalPassword,
    /** Required to change one's own password. */
    currentPassword: text(t("Current password"), maxPasswordLength),
    email: emailAddress,
    tenantId: id,
  })
  .partial();

/** If the owner company has a mail server, the user chooses the password with a mailed link. */
export const invitationOutcome = {
  /** The address to which the link was mailed. */
  linkSentTo: z.string().optional(),
  /** Why the link could not be mailed. The account exists; Reset password tries again. */
  linkError: z.string().optional(),
};

export const releaseMailForm = z.strictObject({ reason: requiredLine(t("Reason"), 300) });

export const profile = z.object({
  signatureHtml: z.string(),
  undoSeconds: z.number().int(),
  /** Reply writes to all recipients of a mail, if it has several. */
  repliesToAll: z.boolean(),
  /** Forward attaches a mail as a file, and does not quote it. */
  forwardsAsFile: z.boolean(),
  imagesPolicy: z.enum(imagesPolicies),
  /** Whether a new mail starts with tracking, and with which follow-up: days, or null for none. */
  tracksMail: z.boolean(),
  followUpDays: z.number().int().nullable(),
  /** The tone that the assistant writes new drafts in. */
  tone: z.enum(tones),
  /** Whether one-click replies are offered below a message. */
  offersReplies: z.boolean(),
  /** The mailbox that new mail starts from; null for the user's own address. */
  defaultMailboxId: id.nullable(),
  /** The mailboxes that have a signature of their own; it may be empty. */
  signatures: z.array(z.object({ mailboxId: id, signatureHtml: z.string() })),
  /** The language of the screens and of mails from the server; null follows the browser. */
  language: z.enum(languageCodes).nullable(),
  /** Whether the company has a mail server, so that the screen can warn before a mail is written. */
  canSend: z.boolean(),
});

export const profileForm = z
  .strictObject({
    /** Sanitized by the server; the response has the result. */
    signatureHtml: text(t("Signature"), maxSignatureLength),
    undoSeconds: wholeNumber(t("Undo time"), 0, maxUndoSeconds),
    repliesToAll: z.boolean(t("Reply to all must be true or false")),
    forwardsAsFile: z.boolean(t("Forward as attachment must be true or false")),
    imagesPolicy: z.enum(imagesPolicies, t("Images must be ask, always or never")),
    tracksMail: z.boolean(t("Tracking must be true or false")),
    followUpDays: z.literal(followUpDays, t("Follow-up must be 1, 3 or 7 days")).nullable(),
    tone: z.enum(tones, t("Choose one of the tones")),
    offersReplies: z.boolean(t("One-click replies must be true or false")),
    defaultMailboxId: id.nullable(),
    language: z.enum(languageCodes, t("Choose one of the languages")).nullable(),
  })
  .partial();

export type Profile = z.output<typeof profile>;

export const users = {
  list: endpoint({
    method: "GET",
    path: "/users/all",
    access: "signed-in",
    tenancy: "across",
    summary: "List users: all as an array, or a page if `page` or `limit` is given; a NORMAL_USER gets names and roles",
    query: listQuery(["name", "email", "roleCode", "status", "tenant", "createdAt"])
      .extend({
        status: z.enum(userStatuses).optional(),
        roleCode: z.enum(roles).optional(),
        tenantId: id.optional(),
        hasSignedIn: z.enum(["true", "false"], t("hasSignedIn must be true or false")).optional(),
      })
      .strict(),
    response: z.union([z.array(user), pageOf(user), z.array(colleague), pageOf(colleague)]),
  }),
  get: endpoint({
    method: "GET",
    path: "/users/{id}",
    access: "signed-in",
    tenancy: "across",
    summary: "Get a user; a NORMAL_USER gets name and role",
    params: byId,
    response: z.union([user, colleague]),
  }),
  readList: endpoint({
    method: "POST",
    path: "/users/read-list",
    access: "admin",
    tenancy: "across",
    summary: "Read people to invite from CSV or a typed list, with what is wrong in it; nothing is stored",
    body: z.strictObject({ text: text(t("List"), maxListLength), tenantId: chosenTenant }),
    response: z.object({
      people: z.array(
        z.object({ line: z.number().int(), name: z.string(), email: z.string(), roleCode: z.enum(roles) }),
      ),
      refused: z.array(z.object({ line: z.number().int(), text: z.string(), reason: z.string() })),
    }),
    perMinute: 60,
  }),
  create: endpoint({
    method: "POST",
    path: "/users",
    access: "admin",
    tenancy: "across",
    summary: "Add a user",
    body: newUserForm,
    response: user.extend({
      /** Present if a random password was made; it cannot be read again. */
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
    summary: "Change a user; a NORMAL_USER may change their own name and password",
    params: byId,
    body: userForm,
    response: user,
    // Limits guesses of the current password in a session that was left open.
    perMinute: 30,
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/users/{id}/reset-password",
    stepUp: true,
    access: "admin",
    tenancy: "across",
    summary: "Mail a user a link to choose a new password; without a mail server, return a temporary password once",
    params: byId,
    response: z.object({ linkSentTo: z.string().optional(), temporaryPassword: z.string().optional() }),
    perMinute: 30,
  }),
  releaseMail: endpoint({
    method: "POST",
    path: "/users/{id}/release-mail",
    stepUp: true,
    access: "super-admin",
    tenancy: "across",
    summary:
      "Open the mail of a user whose password another person set, with a reason that the user sees; owner company only",
    params: byId,
    body: releaseMailForm,
    response: user,
    perMinute: 30,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/users/{id}",
    stepUp: true,
    access: "admin",
    tenancy: "across",
    summary: "Delete a user",
    params: byId,
    response: done,
  }),
  profile: endpoint({
    method: "GET",
    path: "/profile",
    access: "signed-in",
    tenancy: "personal",
    mail: false,
    summary: "Get the caller's email signature and sending preferences",
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
