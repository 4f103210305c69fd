import { api } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";
import type { KeyScope } from "./rules/key-scopes.ts";

/**
 * The scopes that a key needs for a call, all of them. `any`: every valid key may call it. `never`: no key may: signing in, sessions,
 * passwords, keys themselves, connecting mailboxes, secrets, security settings, erasing, exports of everything, and what needs a person.
 */
export type KeyAccess = "any" | "never" | KeyScope | readonly KeyScope[];

type Calls = typeof api;
type KeyTable = { [Group in keyof Calls]: { [Call in keyof Calls[Group]]: KeyAccess } };

const readsForAssistant = ["mail:read", "assistant"] as const;
const sendsMerge = ["merges", "mail:send"] as const;

/** Names every call, so that none becomes reachable by a key by omission: a new call does not compile without its line. */
const table = {
  assistant: {
    ...{ draftEmail: "assistant", draftReply: "assistant", suggestSubject: "assistant", replyIntents: "assistant" },
    summarize: "assistant",
  },
  rewriting: { rewrite: "assistant", translateMessage: readsForAssistant },
  voices: { get: "never", save: "never", learn: "never", erase: "never" },
  knowledge: {
    ...{ list: "knowledge", search: "knowledge", get: "knowledge", create: "knowledge", upload: "knowledge" },
    ...{ update: "knowledge", remove: "knowledge", restore: "knowledge" },
  },
  auth: {
    ...{ login: "never", forgotPassword: "never", refresh: "never", logout: "never", me: "never" },
    ...{ changePassword: "never", menus: "never" },
  },
  stepUp: { ways: "never", prove: "never", passkeyOptions: "never" },
  secondStep: { passkeyOptions: "never", finish: "never", passkeySignInOptions: "never", passkeySignIn: "never" },
  factors: {
    ...{ list: "never", startTotp: "never", addTotp: "never", removeTotp: "never", passkeyOptions: "never" },
    ...{ addPasskey: "never", renamePasskey: "never", removePasskey: "never", renewRecoveryCodes: "never" },
  },
  factorRules: { get: "never", save: "never", people: "never", reset: "never" },
  apiKeys: {
    ...{ current: "any", list: "never", create: "never", rename: "never", revoke: "never" },
    ...{ listOfCompany: "never", createOfCompany: "never", renameOfCompany: "never", revokeOfCompany: "never" },
  },
  proposals: { create: "mcp", list: "never", accept: "never", decline: "never" },
  sessions: { list: "never", end: "never", endOthers: "never", limits: "never", saveLimits: "never" },
  sso: {
    doors: "never",
    start: "never",
    finish: "never",
    get: "never",
    save: "never",
    remove: "never",
    test: "never",
    addDomain: "never",
    verifyDomain: "never",
    confirmDomain: "never",
    removeDomain: "never",
    makeScimToken: "never",
    removeScimToken: "never",
  },
  webhooks: {
    list: "never",
    create: "never",
    update: "never",
    remove: "never",
    replaceSecret: "never",
    test: "never",
    deliveries: "never",
    redeliver: "never",
  },
  companyWebhooks: {
    list: "never",
    create: "never",
    update: "never",
    remove: "never",
    replaceSecret: "never",
    test: "never",
    deliveries: "never",
    redeliver: "never",
  },
  setup: { setUp: "never" },
  account: { notices: "never", dismissNotice: "never", sendLink: "never", readLink: "never", useLink: "never" },
  tenants: { list: "company:read", create: "never", update: "never", remove: "never" },
  plans: { list: "company:read", create: "never", update: "never", remove: "never" },
  users: {
    ...{ list: "users:read", get: "users:read", readList: "never", create: "users:add", update: "never" },
    ...{ resetPassword: "never", releaseMail: "never", remove: "never", profile: "mailboxes", updateProfile: "never" },
  },
  mailServers: {
    ...{ getSmtp: "never", createSmtp: "never", updateSmtp: "never", testSmtp: "never" },
    ...{ getImap: "never", createImap: "never", updateImap: "never", testImap: "never" },
    ...{ getPop3: "never", createPop3: "never", updatePop3: "never", testPop3: "never" },
  },
  aiSettings: {
    ...{ get: "never", update: "never", test: "never", testEmbedding: "never", models: "never", findLocal: "never" },
  },
  companyAi: { get: "never", update: "never", test: "never", testEmbedding: "never", models: "never" },
  feedback: { give: "assistant", figures: "company:read" },
  emailLogs: { list: "logs:read", get: "logs:read" },
  audit: { list: "logs:read" },
  mailboxes: {
    ...{ config: "mailboxes", list: "mailboxes", sync: "mailboxes", syncAll: "mailboxes" },
    ...{ connectImap: "never", connectPop3: "never", startGmail: "never", startOutlook: "never", test: "never" },
    ...{ mailProofCode: "never", proveAddress: "never", remove: "never" },
  },
  mailboxSettings: { get: "mailboxes", update: "never", resync: "never" },
  mailboxAliases: { list: "mailboxes", add: "never", confirm: "never", refresh: "never", remove: "never" },
  inbox: {
    ...{ threads: "mail:read", message: "mail:read", markRead: "mail:write", deleteMessage: "mail:write" },
    ...{ restoreMessage: "mail:write", bulk: "mail:write", allowImages: "mail:write" },
    ...{ summarizeMessage: readsForAssistant, digest: readsForAssistant, draftReply: readsForAssistant },
    extractTasks: readsForAssistant,
  },
  preparedDrafts: { drop: "drafts" },
  briefings: { get: "mail:read", mail: "never", saveMail: "never", sendMail: "never" },
  priorities: { get: "mail:read", choose: "mail:write", unread: "mail:read" },
  invitations: { get: "mail:read", answer: "mail:send" },
  snooze: { snooze: "mail:write", unsnooze: "mail:write", mute: "mail:write" },
  senders: {
    ...{ unsubscribe: "mail:send", unsubscribeAll: "mail:send", list: "mail:read", blocked: "mail:read" },
    ...{ archive: "mail:write", block: "mail:write" },
  },
  people: {
    ...{ complete: "contacts:read", byAddress: "contacts:read", list: "contacts:read", get: "contacts:read" },
    ...{ mail: ["contacts:read", "mail:read"], doubles: "contacts:read", create: "contacts:write" },
    ...{ update: "contacts:write", remove: "contacts:write", merge: "contacts:write", undo: "contacts:write" },
    ...{ keepApart: "contacts:write", previewImport: "contacts:write", import: "contacts:write" },
  },
  folders: { list: "mail:read", create: "mail:write", follow: "mail:write" },
  actions: { apply: "mail:write", undo: "mail:write" },
  outbox: { send: "mail:send", outcome: "mail:send", cancel: "mail:send", retry: "mail:send" },
  ownMail: {
    ...{ outbox: "mail:read", summary: "mail:read", sent: "mail:read", read: "mail:read", file: "mail:read" },
    ...{ sendNow: "mail:send", reschedule: "mail:send", discard: "mail:send" },
  },
  drafts: { list: "drafts", readMail: "drafts", get: "drafts", keep: "drafts", forget: "drafts" },
  templates: {
    ...{ list: "templates", get: "templates", create: "templates", update: "templates", remove: "templates" },
    ...{ restore: "templates", use: "templates" },
  },
  followUps: { list: "mail:read", send: "mail:send", postpone: "mail:write", dismiss: "mail:write" },
  mailDangers: { get: "mail:read" },
  mailMerges: {
    ...{ list: "merges", get: "merges", create: "merges", keep: "merges", remove: "merges", setRecipients: "merges" },
    ...{ recipients: "merges", changeRecipient: "merges", leaveOutGaps: "merges", check: "merges", preview: "merges" },
    ...{ addPeople: ["merges", "contacts:read"], pause: "merges", cancel: "merges" },
    ...{ test: sendsMerge, start: sendsMerge, resume: sendsMerge, retryFailed: sendsMerge, company: "company:read" },
  },
  mailRules: {
    ...{ list: "rules", create: "rules", update: "rules", setState: "rules", order: "rules", remove: "rules" },
    ...{ restore: "rules", fromSentence: "rules", readyMade: "rules", history: "rules", ofMessage: "rules" },
    ...{ tryOut: ["rules", "mail:read"], run: ["rules", "mail:write"], undo: "rules", readFile: "rules" },
    ...{ writeFile: "rules", decide: "never", webhookSecret: "never", changeSettings: "never" },
  },
  suppressions: { list: "suppressions", add: "suppressions", remove: "suppressions" },
  summaries: {
    ...{ extract: "summaries", list: "summaries", keep: "summaries", get: "summaries", update: "summaries" },
    ...{ changeTasks: "summaries", remove: "summaries" },
  },
  dashboards: { me: "mail:read", tenant: "company:read", platform: "never" },
  firstSteps: { get: "never", update: "never" },
  notifications: { get: "never", save: "never", addDevice: "never", removeDevice: "never", test: "never" },
  questions: { ask: readsForAssistant },
  requests: { mine: "never", create: "never", decide: "never", policy: "never", setPolicy: "never" },
  dataTasks: {
    ...{ list: "never", exportOwn: "never", exportUser: "never", exportTenant: "never", link: "never" },
    ...{ remove: "never", userErasure: "never", eraseUser: "never", tenantErasure: "never", eraseTenant: "never" },
  },
  retention: { get: "never", save: "never" },
  system: { health: "never", ready: "never", operator: "never" },
} as const satisfies KeyTable;

const accessOf = new Map<Endpoint, KeyAccess>(
  (Object.keys(api) as (keyof Calls)[]).flatMap((group) =>
    Object.entries<Endpoint>(api[group]).map(([name, endpoint]): [Endpoint, KeyAccess] => [
      endpoint,
      (table[group] as Record<string, KeyAccess>)[name] ?? "never",
    ]),
  ),
);

export const keyAccessOf = (endpoint: Endpoint): KeyAccess => accessOf.get(endpoint) ?? "never";

/** The scopes that a key needs; undefined if no key may make the call. */
export const scopesNeeded = (access: KeyAccess): readonly KeyScope[] | undefined => {
  if (access === "never") return undefined;
  if (access === "any") return [];
  return typeof access === "string" ? [access] : access;
};

type Table = typeof table;
type OpenCalls<Group extends keyof Calls> = {
  [Call in keyof Calls[Group] as Table[Group][Call & keyof Table[Group]] extends "never"
    ? never
    : Call]: Calls[Group][Call];
};
type OpenTable = { [Group in keyof Calls]: OpenCalls<Group> };
/** The groups and calls that some key may make. */
export type KeyCalls = {
  [Group in keyof OpenTable as keyof OpenTable[Group] extends never ? never : Group]: OpenTable[Group];
};

/** The same as a value: what a client for programs is made of. */
export const keyCalls = Object.fromEntries(
  Object.entries<Record<string, Endpoint>>(api).flatMap(([group, calls]) => {
    const open = Object.entries(calls).filter(([, endpoint]) => keyAccessOf(endpoint) !== "never");
    return open.length > 0 ? [[group, Object.fromEntries(open)]] : [];
  }),
) as KeyCalls;
