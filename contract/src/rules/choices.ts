import { t } from "../text/t.ts";

/** Fixed lists that the database, the server and the web app share. */
export const tones = ["professional", "friendly", "concise", "enthusiastic", "empathetic"] as const;
export type Tone = (typeof tones)[number];
export const multiTones = ["professional", "friendly", "concise"] as const;

export const followUpChoices = [
  { value: "", label: t("Off") },
  { value: "1", label: t("After 1 day") },
  { value: "3", label: t("After 3 days") },
  { value: "7", label: t("After 1 week") },
] as const;
export const followUpDays = [1, 3, 7] as const;
export const defaultFollowUp = "3";

/** Whether remote pictures in mail are shown: if the reader asks for them, always, or never. */
export const imagesPolicies = ["ask", "always", "never"] as const;
export type ImagesPolicy = (typeof imagesPolicies)[number];

export const placeholders = ["{FirstName}", "{Company}", "{LastPurchase}", "{DueAmount}", "{City}", "{Phone}"] as const;

export const tenantStatuses = ["Active", "Suspended"] as const;
export const planStatuses = ["Active", "Inactive"] as const;
export const userStatuses = ["Active", "Inactive"] as const;
/** The statuses as people read them. */
export const statusNames = { Active: t("Active"), Inactive: t("Inactive"), Suspended: t("Suspended") } as const;
/** Requests to an administrator, and their states. */
export const requestTypes = ["New user request", "Role change", "Mailbox connect approval"] as const;
export const requestStatuses = ["Pending", "Review", "Approved", "Declined"] as const;
export const emailQuotas = [500, 1000, -1] as const;

export const mailProtocols = ["smtp", "imap", "pop3"] as const;
export type MailProtocol = (typeof mailProtocols)[number];
/** The initial values of Mail Configuration. */
export const mailServerDefaults: Record<MailProtocol, { port: number; secure: boolean }> = {
  smtp: { port: 587, secure: false },
  imap: { port: 993, secure: true },
  pop3: { port: 995, secure: true },
};

export const mailboxKinds = ["gmail", "outlook", "imap", "pop3", "local"] as const;
export type MailboxKind = (typeof mailboxKinds)[number];
/** Mailboxes that users connect; a local mailbox exists from the start. */
export const connectedKinds = ["gmail", "outlook", "imap", "pop3"] as const satisfies readonly MailboxKind[];
export type ConnectedKind = (typeof connectedKinds)[number];
export const connectedKindNames: Record<ConnectedKind, string> = {
  gmail: "Gmail",
  outlook: "Outlook",
  imap: "IMAP",
  pop3: "POP3",
};

export const logProviders = ["smtp", "gmail", "outlook", "other"] as const;
export const logProviderNames: Record<(typeof logProviders)[number], string> = {
  smtp: "SMTP",
  gmail: "Gmail",
  outlook: "Outlook",
  other: t("Other"),
};
export const logStatuses = ["sent", "queued", "failed"] as const;
export const logStatusNames: Record<(typeof logStatuses)[number], string> = {
  sent: t("Sent"),
  queued: t("Queued"),
  failed: t("Failed"),
};

export const aiDefaults = {
  provider: "gemini",
  model: "gemini-1.5-pro",
  temperature: 0.7,
  systemPrompt:
    "You are an intelligent, professional and concise email assistant. You write clear, courteous mail that gets to the point, keep every fact you are given, and never invent one.",
} as const;

/** One-click answers that agree to nothing. Mail that may be fraud gets no others. */
export const carefulStances = ["verify", "more-time", "decline"] as const;

/** Why a mail needs no answer. */
export const noAnswerReasons = [
  "newsletter",
  "receipt",
  "out-of-office",
  "fraud",
  "no-reply",
  "bounce",
  "notification",
] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];
