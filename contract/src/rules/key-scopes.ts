import { t } from "../text/t.ts";

/** Every API key begins so, and secret scanners find it by that. */
export const keyPrefix = "ibx_";
export const maxKeysOfPerson = 20;
/** A key that has an end ends within a year. */
export const maxKeyDays = 366;
export const keyCallsPerMinute = 240;

type ScopeWords = { label: string; isCompany?: true };

/** The permissions that an API key can have. A company key can have only the company's scopes, which show no mail. */
export const keyScopes = {
  "mail:read": { label: t("Read mail: list, search, open and download") },
  "mail:write": { label: t("Organise mail: mark, star, move, snooze and delete") },
  "mail:send": { label: t("Send mail, without asking you") },
  drafts: { label: t("Read, write and delete drafts") },
  "contacts:read": { label: t("Read people") },
  "contacts:write": { label: t("Change people") },
  rules: { label: t("Read and change rules, which can also forward mail") },
  summaries: { label: t("Read and change summaries and tasks") },
  assistant: { label: t("Use the assistant: draft, rewrite, translate and summarize") },
  templates: { label: t("Read and change templates") },
  knowledge: { label: t("Read and change knowledge") },
  mailboxes: { label: t("Read the settings of mailboxes, and sync them") },
  merges: { label: t("Prepare mail merges") },
  mcp: { label: t("Connect an AI program (MCP)") },
  "company:read": { label: t("Read the company: settings, plan and figures"), isCompany: true },
  "users:read": { label: t("Read users"), isCompany: true },
  "users:add": { label: t("Invite users as members"), isCompany: true },
  "logs:read": { label: t("Read the audit log and the log of outgoing mail"), isCompany: true },
  suppressions: { label: t("Read and change suppressed addresses"), isCompany: true },
} as const satisfies Record<string, ScopeWords>;

export type KeyScope = keyof typeof keyScopes;
export const keyScopeNames = Object.keys(keyScopes) as [KeyScope, ...KeyScope[]];
export const isCompanyScope = (scope: KeyScope) => "isCompany" in keyScopes[scope];
