import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, id, instant, requiredLine, wholeNumber } from "../fields.ts";
import { mailboxKinds, mailServerDefaults } from "../rules/choices.ts";
import { syncLimit } from "../rules/limits.ts";
import { connectionFields, port } from "./mail-servers.ts";

/** Connected: syncing works. Retrying: the last sync failed and is retried automatically. Attention: the user must act. */
export const mailboxStatuses = ["connected", "retrying", "attention"] as const;
export type MailboxStatus = (typeof mailboxStatuses)[number];

/**
 * Why mail may be sent from a mailbox's address: the provider vouches for it, a code was received there, or an administrator
 * approved it.
 */
export const addressProofs = ["provider", "code", "admin"] as const;

export const connectedMailbox = z.object({
  id,
  email: z.string(),
  provider: z.enum(mailboxKinds),
  /** The same as `provider`, under the specification's other name. */
  type: z.enum(mailboxKinds),
  status: z.enum(mailboxStatuses),
  /** Null until the first sync has ended. */
  lastSync: instant.nullable(),
  /** Why the last sync failed, for the mailbox's owner. Null if it succeeded. */
  lastError: z.string().nullable(),
  /** The time of the next automatic sync. */
  nextSync: instant.nullable(),
  /** A sync is requested or running. `remaining` is the number of messages left. */
  syncing: z.boolean(),
  remaining: z.number().int(),
  /** The number of messages outside the trash, of those in the inbox as the list shows them, and of the unread ones there. */
  counts: z.object({ messages: z.number().int(), inbox: z.number().int(), unread: z.number().int() }),
  /** The server has older mail that is not here yet. Sync fetches more. */
  hasOlder: z.boolean(),
  /** The provider revoked the permission. Connecting the same account again renews it. */
  needsReconnect: z.boolean(),
  /**
   * Whether mail may be sent from its address: it is the user's own, the provider vouches for it, or it was proved or
   * approved.
   */
  maySendAs: z.boolean(),
});
export type ConnectedMailbox = z.output<typeof connectedMailbox>;

/** Why an account was not connected: `connect_error` in the URL that the browser returns to. */
export const connectErrors = [
  /** The user declined at the provider. */
  "denied",
  /** The state parameter is missing or not ours. */
  "state",
  /** The attempt is older than ten minutes, was used already, or its session has ended. */
  "expired",
  /** It was begun in another browser, or at another address of the installation. */
  "browser",
  "session",
  /** The provider refused the code. */
  "code",
  /** The user did not grant access to the mail. */
  "scope",
  "approval",
  "setup",
  "unavailable",
] as const;
export type ConnectError = (typeof connectErrors)[number];

/** Not trimmed, since a space may belong to it. A line break would end a protocol command. */
const password = z
  .string()
  .max(1000, "Password is too long")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, "Password has characters that are not allowed")
  .default("");

const login = {
  host: requiredLine("Host", 253).regex(/^\S*$/, "Host has characters that are not allowed"),
  port,
  username: requiredLine("Username", 320),
  /** Blank keeps the password that is stored for this host and user name. */
  password,
  ...connectionFields,
};
/** The initial values of the connect forms. */
export const connectDefaults = {
  imap: { ...mailServerDefaults.imap, folder: "INBOX" },
  pop3: { port: 110, secure: false, leaveOnServer: true },
} as const;
export const connectImapForm = z.strictObject({
  ...login,
  secure: z.boolean().default(connectDefaults.imap.secure),
  folder: z
    .string()
    .trim()
    .max(200, "Folder is too long")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, "Folder has characters that are not allowed")
    .default("")
    .transform((name) => name || connectDefaults.imap.folder),
});
export const connectPop3Form = z.strictObject({
  ...login,
  secure: z.boolean().default(connectDefaults.pop3.secure),
  leaveOnServer: z.boolean().default(connectDefaults.pop3.leaveOnServer),
});

const savedLogin = z.object({
  host: z.string(),
  port: z.number().int(),
  secure: z.boolean(),
  username: z.string(),
  allowPlain: z.boolean(),
  trustedFingerprint: z.string(),
  passwordSaved: z.boolean(),
});
export const mailboxConfig = z.object({
  protocol: z.enum(["imap", "pop3"]),
  imap: savedLogin.extend({ folder: z.string() }),
  pop3: savedLogin.extend({ leaveOnServer: z.boolean() }),
});

/** `limit` bounds how much older mail each sync fetches. `delta` fetches only new mail. */
export const syncForm = z.strictObject({
  limit: wholeNumber("Limit", 1, 1000).default(syncLimit),
  mode: z.enum(["delta"], "Mode must be delta").optional(),
});

export const proveAddressForm = z.strictObject({ code: requiredLine("Code", 20) });

const mine = { access: "signed-in", tenancy: "personal" } as const;
const connected = { ...mine, response: connectedMailbox, status: 201, perMinute: 20 } as const;

export const mailboxes = {
  config: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/config",
    summary: "The initial values of the connect forms: the last connected mailbox, else the company's servers",
    response: mailboxConfig,
  }),
  list: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/mailboxes",
    summary: "The caller's connected mailboxes",
    response: z.object({ items: z.array(connectedMailbox) }),
  }),
  connectImap: endpoint({
    ...connected,
    method: "POST",
    path: "/mail/connect/imap",
    summary: "Connect an IMAP mailbox: signs in first, then the first sync begins",
    body: connectImapForm,
  }),
  connectPop3: endpoint({
    ...connected,
    method: "POST",
    path: "/mail/connect/pop3",
    summary: "Connect a POP3 mailbox: signs in first, then the first sync begins",
    body: connectPop3Form,
  }),
  startGmail: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/connect/gmail/start",
    summary: "Where to send the browser to connect a Gmail account",
    response: z.object({ url: z.string() }),
  }),
  startOutlook: endpoint({
    ...mine,
    method: "GET",
    path: "/mail/connect/outlook/start",
    summary: "Where to send the browser to connect an Outlook account",
    response: z.object({ url: z.string() }),
  }),
  test: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/mailboxes/{id}/test",
    summary: "Sign in with the saved credentials, and say what failed",
    params: byId,
    response: z.object({ message: z.string() }),
    perMinute: 20,
  }),
  mailProofCode: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/mailboxes/{id}/proof-code",
    summary: "Mail a code to the mailbox's address by the company's server; entering it proves the address",
    params: byId,
    response: z.object({ sentTo: z.string() }),
    perMinute: 10,
  }),
  proveAddress: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/mailboxes/{id}/proof",
    summary: "Prove the mailbox's address with the code, so that mail may be sent from it",
    params: byId,
    body: proveAddressForm,
    response: connectedMailbox,
    perMinute: 10,
  }),
  remove: endpoint({
    ...mine,
    method: "DELETE",
    path: "/mail/mailboxes/{id}",
    summary: "Disconnect: its mail here, its credentials and its jobs are deleted; nothing on its server is",
    params: byId,
    response: done,
  }),
  syncAll: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/sync",
    summary: "Sync every connected mailbox; progress comes as events",
    body: syncForm,
    response: z.object({ mailboxes: z.number().int() }),
    status: 202,
    perMinute: 30,
  }),
  sync: endpoint({
    ...mine,
    method: "POST",
    path: "/mail/mailboxes/{id}/sync",
    summary: "Sync one mailbox; progress comes as events",
    params: byId,
    body: syncForm,
    response: connectedMailbox,
    status: 202,
    perMinute: 60,
  }),
};
