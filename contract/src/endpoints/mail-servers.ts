import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { emailField, requiredLine, shownName, text } from "../fields.ts";
import { mailServerDefaults } from "../rules/choices.ts";
import { looksLikeAddress } from "../rules/send-as.ts";
import { t } from "../text/t.ts";

// Every branch has the same message, because a form shows that of the first one that refused.
const missingPort = t("Port is required");
const invalidPort = t("Port must be between 1 and 65535");
/** A number, or its text from an input field. */
export const port = z
  .union(
    [z.number(missingPort), z.string(missingPort).transform((text) => (text.trim() ? Number(text) : undefined))],
    missingPort,
  )
  .pipe(
    z
      .number({ error: ({ input }) => (input === undefined ? missingPort : invalidPort) })
      .int(invalidPort)
      .min(1, invalidPort)
      .max(65_535, invalidPort),
  );

/** The SHA-256 fingerprint of a certificate as colon-separated hex; empty for none. */
export const fingerprint = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^$|^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, t("Not a SHA-256 fingerprint"));

/** Options of a connection, besides `secure`. */
export const connectionFields = {
  /** Sign in also if the server offers no encryption. */
  allowPlain: z.boolean(t("Allow without TLS must be true or false")).default(false),
  /** The fingerprint of a trusted certificate that no known authority has signed. */
  trustedFingerprint: fingerprint.default(""),
};

const loginFields = {
  host: requiredLine(t("Host"), 253).regex(/^\S*$/, t("Host has characters that are not allowed")),
  port,
  username: requiredLine(t("Username"), 320),
  /** Blank keeps the stored one. Not trimmed, because a space may belong to it. A line break would end a protocol command. */
  password: z
    .string()
    .max(1000, t("Password is too long"))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, t("Password has characters that are not allowed"))
    .optional(),
  ...connectionFields,
};

export const smtpForm = z.strictObject({
  ...loginFields,
  secure: z.boolean().default(mailServerDefaults.smtp.secure),
  fromName: shownName(t("From name"), 120)
    .refine((name) => !looksLikeAddress(name), t("From name may not look like an email address"))
    .default(""),
});
export const imapForm = z.strictObject({
  ...loginFields,
  secure: z.boolean().default(mailServerDefaults.imap.secure),
});
export const pop3Form = z.strictObject({
  ...loginFields,
  secure: z.boolean().default(mailServerDefaults.pop3.secure),
});

export const mailServer = z.object({
  host: z.string(),
  port: z.number().int(),
  secure: z.boolean(),
  username: z.string(),
  allowPlain: z.boolean(),
  trustedFingerprint: z.string(),
  hasPassword: z.boolean(),
});
export const smtpServer = mailServer.extend({ fromName: z.string() });

export const smtpTestForm = z.strictObject({
  to: emailField(t("Test email to")),
  message: text(t("Message"), 5000).trim().default(""),
  /** The settings to test; by default the saved ones. */
  settings: smtpForm.optional(),
});
export const imapTestForm = z.strictObject({ settings: imapForm.optional() });
export const pop3TestForm = z.strictObject({ settings: pop3Form.optional() });

const outcome = z.object({ message: z.string() });
const common = { access: "admin", tenancy: "named" } as const;

export const mailServers = {
  getSmtp: endpoint({
    ...common,
    method: "GET",
    path: "/tenants/smtp",
    summary: "Get the company's SMTP settings; 404 if there are none",
    response: smtpServer,
  }),
  createSmtp: endpoint({
    ...common,
    method: "POST",
    path: "/tenants/smtp",
    stepUp: true,
    summary: "Create the SMTP settings; 409 if there are some",
    body: smtpForm,
    response: smtpServer,
    status: 201,
  }),
  updateSmtp: endpoint({
    ...common,
    method: "PUT",
    path: "/tenants/smtp",
    stepUp: true,
    summary: "Change the SMTP settings; 404 if there are none",
    body: smtpForm,
    response: smtpServer,
  }),
  testSmtp: endpoint({
    ...common,
    method: "POST",
    path: "/smtp/test",
    summary: "Send a test mail with the given SMTP settings, or the saved ones",
    body: smtpTestForm,
    response: outcome,
    perMinute: 20,
  }),
  getImap: endpoint({
    ...common,
    method: "GET",
    path: "/tenants/imap",
    summary: "Get the company's IMAP settings; 404 if there are none",
    response: mailServer,
  }),
  createImap: endpoint({
    ...common,
    method: "POST",
    path: "/tenants/imap",
    stepUp: true,
    summary: "Create the IMAP settings; 409 if there are some",
    body: imapForm,
    response: mailServer,
    status: 201,
  }),
  updateImap: endpoint({
    ...common,
    method: "PUT",
    path: "/tenants/imap",
    stepUp: true,
    summary: "Change the IMAP settings; 404 if there are none",
    body: imapForm,
    response: mailServer,
  }),
  testImap: endpoint({
    ...common,
    method: "POST",
    path: "/tenants/imap/test",
    summary: "Sign in with the given IMAP settings, or the saved ones",
    body: imapTestForm,
    response: outcome,
    perMinute: 20,
  }),
  getPop3: endpoint({
    ...common,
    method: "GET",
    path: "/tenants/pop3",
    summary: "Get the company's POP3 settings; 404 if there are none",
    response: mailServer,
  }),
  createPop3: endpoint({
    ...common,
    method: "POST",
    path: "/tenants/pop3",
    stepUp: true,
    summary: "Create the POP3 settings; 409 if there are some",
    body: pop3Form,
    response: mailServer,
    status: 201,
  }),
  updatePop3: endpoint({
    ...common,
    method: "PUT",
    path: "/tenants/pop3",
    stepUp: true,
    summary: "Change the POP3 settings; 404 if there are none",
    body: pop3Form,
    response: mailServer,
  }),
  testPop3: endpoint({
    ...common,
    method: "POST",
    path: "/tenants/pop3/test",
    summary: "Sign in with the given POP3 settings, or the saved ones",
    body: pop3TestForm,
    response: outcome,
    perMinute: 20,
  }),
};
