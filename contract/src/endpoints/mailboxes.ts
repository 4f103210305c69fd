import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, requiredLine, wholeNumber } from "../fields.ts";
import { mailboxKinds, mailServerDefaults } from "../rules/choices.ts";
import { syncLimit } from "../rules/limits.ts";
import { mailboxColors } from "../rules/mailbox-settings.ts";
import { t } from "../text/t.ts";
import { connectionFields, port } from "./mail-servers.ts";

/** Retrying: the last sync failed and is repeated automatically. Attention: the user must act. */
export const mailboxStatuses = ["connected", "retrying", "attention"] as const;
export type MailboxStatus = (typeof mailboxStatuses)[number];

/** How a mailbox's address was proved: by the provider, by a code that was mailed to it, or by an administrator's approval. */
export const addressProofs = ["provider", "code", "admin"] as const;

export const connectedMailbox = z.object({
  id,
  email: z.string(),
  /** Given by its owner; empty if it is shown by its address. */
  name: z.string(),
  color: z.enum(mailboxColors).nullable(),
  provider: z.enum(mailboxKinds),
  /** The same as `provider`, under the specification's other name. */
  type: z.enum(mailboxKinds),
  status: z.enum(mailboxStatuses),
  /** Null until the first sync has finished. */
  lastSync: instant.nullable(),
  /** Why the last sync failed, as a sentence for the owner; null if it did not fail. */
  lastError: z.string().nullable(),
  /** When the next automatic sync is due; null while it is paused. */
  nextSync: instant.nullable(),
  /** Its owner has paused it: nothing is synced until they resume it. */
  isPaused: z.boolean(),
  /** A sync is requested or running; `remaining` messages are left. */
  syncing: z.boolean(),
  remaining: z.number().int(),
  /** Messages outside the trash, messages in the inbox, and unread messages in the inbox. */
  counts: z.object({ messages: z.number().int(), inbox: z.number().int(), unread: z.number().int() }),
  /** The server has older mail, which another sync brings. */
  hasOlder: z.boolean(),
  /**
   * Older mail is loaded by itself after the newest is there: `days` back, 0 for all, null for the installation's default. While
   * `isLoading`, mail from before `backTo` may be missing, and about `left` messages are still to come; null if that is not known.
   */
  history: z.object({
    days: z.number().int().nullable(),
    isLoading: z.boolean(),
    backTo: instant.nullable(),
    left: z.number().int().nullable(),
  }),
  /** Whether drafts that are written here are kept in its Drafts folder, too; null if its server cannot. */
  keepsDrafts: z.boolean().nullable(),
  /** Deleting its mail deletes it for good, after the time to undo, and not into the trash. */
  deletesForGood: z.boolean(),
  /** The provider has revoked the permission; connecting the same account again renews it. */
  needsReconnect: z.boolean(),
  /** Mail may be sent from its address: it is the user's own address, or it was proved or approved. */
  maySendAs: z.boolean(),
  /** Its confirmed aliases: other addresses that mail may be sent from. */
  aliases: z.array(z.string()),
  /** In the list: the address of an earlier mailbox that seems to be the same account; its mail then stands twice in lists. */
  sameAs: z.string().nullable(),
});
export type ConnectedMailbox = z.output<typeof connectedMailbox>;

/** Why an account was not connected: `connect_error` in the URL to which the provider redirects the browser. */
export const connectErrors = [
  /** The user refused at the provider. */
  "denied",
  /** The redirect has no state that we issued. */
  "state",
  /** The state is older than ten minutes, was used already, or its session has ended. */
  "expired",
  /** The connection was started in another browser, or under another address of this installation. */
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

/** Not trimmed, because a space may belong to it. A line break would end a command of the protocol. */
const password = z
  .string()
  .max(1000, t("Password is too long"))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, t("Password has characters that are not allowed"))
  .default("");

const login = {
  host: requiredLine(t("Host"), 253).regex(/^\S*$/, t("Host has characters that are not allowed")),
  port,
  username: requiredLine(t("Username"), 320),
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
    .max(200, t("Folder is too long"))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, t("Folder has characters that are not allowed"))
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

/** `limit` is the number of older messages that a sync brings. `delta` brings only new mail. */
export const syncForm = z.strictObject({
  limit: wholeNumber(t("Limit"), 1, 1000).default(syncLimit),
  mode: z.enum(["delta"], t("Mode must be delta")).optional(),
});

export const proveAddressForm = z.strictObject({ code: requiredLine(t("Code"), 20) });

const connected = { ...personal, response: connectedMailbox, status: 201, perMinute: 20 } as const;

export const mailboxes = {
  config: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/config",
    summary: "Get the initial values of the connect forms: the last connected mailbox, or the company's servers",
    response: mailboxConfig,
  }),
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/mailboxes",
    summary: "List the caller's connected mailboxes",
    response: z.object({ items: z.array(connectedMailbox) }),
  }),
  connectImap: endpoint({
    ...connected,
    method: "POST",
    path: "/mail/connect/imap",
    summary: "Connect an IMAP mailbox: signs in, then starts the first sync",
    body: connectImapForm,
  }),
  connectPop3: endpoint({
    ...connected,
    method: "POST",
    path: "/mail/connect/pop3",
    summary: "Connect a POP3 mailbox: signs in, then starts the first sync",
    body: connectPop3Form,
  }),
  startGmail: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/connect/gmail/start",
    summary: "Get the URL at which the browser connects a Gmail account",
    response: z.object({ url: z.string() }),
  }),
  startOutlook: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/connect/outlook/start",
    summary: "Get the URL at which the browser connects an Outlook account",
    response: z.object({ url: z.string() }),
  }),
  test: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/mailboxes/{id}/test",
    summary: "Test the stored credentials of a mailbox",
    params: byId,
    response: z.object({ message: z.string() }),
    perMinute: 20,
  }),
  mailProofCode: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/mailboxes/{id}/proof-code",
    summary: "Mail a code to the mailbox's address through the company's server; entering it proves the address",
    params: byId,
    response: z.object({ sentTo: z.string() }),
    perMinute: 10,
  }),
  proveAddress: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/mailboxes/{id}/proof",
    summary: "Prove the mailbox's address with the mailed code, so that mail may be sent from it",
    params: byId,
    body: proveAddressForm,
    response: connectedMailbox,
    perMinute: 10,
  }),
  remove: endpoint({
    ...personal,
    method: "DELETE",
    path: "/mail/mailboxes/{id}",
    summary: "Disconnect a mailbox: deletes its local mail, credentials and jobs, and nothing on its server",
    params: byId,
    response: done,
  }),
  syncAll: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/sync",
    summary: "Sync every connected mailbox; live events report the progress",
    body: syncForm,
    response: z.object({ mailboxes: z.number().int() }),
    status: 202,
    perMinute: 30,
  }),
  sync: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/mailboxes/{id}/sync",
    summary: "Sync one mailbox; live events report the progress",
    params: byId,
    body: syncForm,
    response: connectedMailbox,
    status: 202,
    perMinute: 60,
  }),
};
