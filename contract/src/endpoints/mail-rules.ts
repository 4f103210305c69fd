import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, knownTimeZone, line, pageOf, text, wholeNumber, wholeNumberText } from "../fields.ts";
import {
  maxRuleFileCharacters,
  maxRules,
  maxTriedMails,
  readyMadeRules,
  ruleFileFormats,
  ruleOutcomes,
  ruleStates,
} from "../rules/mail-rules.ts";
import { t } from "../text/t.ts";
import { ruleAction, ruleContent, ruleSentence } from "./mail-rule-fields.ts";

export const mailRule = ruleContent.strip().extend({
  id,
  /** Of the whole company: it acts on everybody's mail, and administrators change it. */
  isShared: z.boolean(),
  state: z.enum(ruleStates),
  /** Why the product paused it, for a reader. */
  pausedReason: z.string().nullable(),
  /** Rules run in this order, those of the company first. */
  position: z.number().int(),
  version: z.number().int(),
  /** Own mails that it acted on, or proposed to, in the last 30 days. */
  hits: z.number().int(),
  lastHitAt: instant.nullable(),
  /** Mails for which proposals wait for the caller. */
  proposals: z.number().int(),
  updatedAt: instant,
});
export type MailRule = z.output<typeof mailRule>;

const mailShown = z.object({
  messageId: id,
  /** Null if the mail is gone. */
  mailboxId: id.nullable(),
  from: z.string(),
  subject: z.string(),
  date: instant,
});

/** Sentences for the reader: the conditions that the mail fulfilled, and the model's reason if it was asked. */
const reasons = z.array(z.string());

export const triedMail = mailShown.extend({ reasons, actions: z.array(z.string()) });
export type TriedMail = z.output<typeof triedMail>;

/** An action that a rule took on a mail, and its outcome. */
export const ruleRun = mailShown.extend({
  id,
  /** Null if the rule was deleted. */
  ruleId: id.nullable(),
  ruleName: z.string(),
  isShared: z.boolean(),
  action: ruleAction,
  /** The action in words. */
  did: z.string(),
  reasons,
  outcome: z.enum(ruleOutcomes),
  /** Why it failed or was skipped. */
  error: z.string().nullable(),
  canUndo: z.boolean(),
  at: instant,
});
export type RuleRun = z.output<typeof ruleRun>;

/** Actions of rules that need the permission of an administrator. */
export const ruleSettings = z.strictObject({
  templateReplies: z.boolean(),
  webhooks: z.boolean(),
  /** Addresses, and domains as "@example.com", that rules may forward to, beside the company's own users. */
  forwardTo: z.array(line(t("Address"), 254)).max(200, t("Too many addresses")),
});
export type RuleSettings = z.output<typeof ruleSettings>;

const basedOn = wholeNumber(t("Version"), 1, 2_000_000_000);
const page = {
  page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
  limit: wholeNumberText(t("Limit"), 1, 100).optional(),
};
const ids = z.array(id).min(1, t("Choose at least one message")).max(maxTriedMails, t("Too many messages at once"));
/** The time zone of the person who saves the rule, for its snoozes; UTC if absent. */
const saved = { timeZone: knownTimeZone.optional() };
const administer = { access: "admin", tenancy: "acting" } as const;

export const mailRules = {
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-rules",
    summary: "List the rules of the company and the caller's own, in the order in which they run",
    response: z.object({ items: z.array(mailRule), settings: ruleSettings }),
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules",
    summary: "Add a rule at the end; only an administrator may add one for the company",
    status: 201,
    perMinute: 60,
    body: ruleContent.extend({
      ...saved,
      isShared: z.boolean().default(false),
      state: z.enum(["off", "watch", "on"]).default("off"),
    }),
    response: mailRule,
  }),
  update: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail-rules/{id}",
    summary: "Change a rule; 409 if it was changed since the given version",
    perMinute: 60,
    params: byId,
    body: ruleContent.extend({ ...saved, basedOn }),
    response: mailRule,
  }),
  setState: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail-rules/{id}/state",
    summary: "Switch a rule on or off, or let it propose only; switching on ends a pause",
    params: byId,
    body: z.strictObject({ state: z.enum(["off", "watch", "on"]) }),
    response: mailRule,
  }),
  order: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail-rules/order",
    summary: "Set the order of the caller's own rules, or of the company's; all of them must be named",
    body: z.strictObject({ isShared: z.boolean().default(false), ids: z.array(id).max(maxRules) }),
    response: done,
  }),
  remove: endpoint({
    ...personal,
    method: "DELETE",
    path: "/mail-rules/{id}",
    summary: "Delete a rule; it can be restored for an hour; its history stays",
    params: byId,
    query: z.strictObject({ basedOn: wholeNumberText(t("Version"), 1, 2_000_000_000) }),
    response: done,
  }),
  restore: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules/{id}/restore",
    summary: "Restore a rule that was deleted within the last hour",
    params: byId,
    response: mailRule,
  }),
  fromSentence: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules/from-sentence",
    summary: "Make the form of a rule from a sentence; nothing is stored or switched on",
    perMinute: 30,
    body: z.strictObject({ sentence: ruleSentence }),
    response: z.object({
      /** Null if the sentence does not say enough. */
      rule: ruleContent.nullable(),
      /** Sentences for the reader: words that were not understood, and assumptions. */
      notes: z.array(z.string()),
    }),
  }),
  readyMade: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-rules/ready-made",
    summary: "List the ready-made rules as forms; nothing is stored or switched on",
    response: z.object({
      items: z.array(z.object({ key: z.enum(readyMadeRules), description: z.string(), rule: ruleContent })),
    }),
  }),
  tryOut: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules/try",
    summary: "Show what a rule would do with the newest mails; nothing is changed",
    perMinute: 30,
    body: z.strictObject({
      rule: ruleContent,
      limit: wholeNumber(t("Limit"), 1, maxTriedMails).default(maxTriedMails),
    }),
    response: z.object({
      tried: z.number().int(),
      hits: z.array(triedMail),
      /** Mails whose assistant conditions were not judged, because the allowance or the limit of one trial was used up. */
      notJudged: z.number().int(),
    }),
  }),
  run: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules/{id}/run",
    summary: "Run a rule now, on the chosen mails or on the newest",
    perMinute: 10,
    params: byId,
    body: z.strictObject({
      messageIds: ids.optional(),
      /** Without chosen mails: so many of the newest. */
      newest: wholeNumber(t("Limit"), 1, maxTriedMails).optional(),
    }),
    response: z.object({ tried: z.number().int(), hits: z.number().int(), runs: z.array(ruleRun).max(100) }),
  }),
  history: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-rules/history",
    summary: "List what rules did with the caller's mail, newest first",
    query: z.strictObject({
      ...page,
      ruleId: id.optional(),
      mailboxId: id.optional(),
      outcome: z.enum(ruleOutcomes).optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    response: pageOf(ruleRun),
  }),
  ofMessage: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-rules/of-message/{id}",
    summary: "List what rules did with one mail, and why",
    params: byId,
    response: z.object({ items: z.array(ruleRun) }),
  }),
  undo: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules/undo",
    summary:
      "Undo what rules did: chosen entries, all of one rule, or all between two moments; mail that was sent stays sent",
    body: z.strictObject({
      runIds: z.array(id).max(500).optional(),
      ruleId: id.optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    response: z.object({
      undone: z.number().int(),
      /** Entries that could not be undone, each with a sentence. */
      left: z.array(z.object({ id, reason: z.string() })),
    }),
  }),
  decide: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules/proposals",
    summary: "Apply or dismiss proposals: chosen ones, or all of one rule",
    body: z.strictObject({
      apply: z.boolean(),
      runIds: z.array(id).max(500).optional(),
      ruleId: id.optional(),
    }),
    response: z.object({ decided: z.number().int() }),
  }),
  readFile: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-rules/read-file",
    summary: "Read rules from a Gmail filter file, a Sieve script or our own JSON; nothing is stored",
    perMinute: 30,
    maxBodyBytes: 4 * 1024 * 1024,
    body: z.strictObject({ text: text(t("File"), maxRuleFileCharacters) }),
    response: z.object({
      format: z.enum(ruleFileFormats),
      rules: z.array(ruleContent),
      /** Parts that cannot be said as a rule here, each with its place in the file. */
      problems: z.array(z.string()),
    }),
  }),
  writeFile: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-rules/file",
    summary: "Write the caller's rules as a file",
    query: z.strictObject({ format: z.enum(ruleFileFormats) }),
    response: z.object({ fileName: z.string(), text: z.string(), problems: z.array(z.string()) }),
  }),
  webhookSecret: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-rules/webhook-secret",
    summary: "Get the secret with which the caller's webhooks are signed",
    response: z.object({ secret: z.string() }),
  }),
  changeSettings: endpoint({
    ...administer,
    method: "PUT",
    path: "/mail-rules/settings",
    summary: "Choose what rules of the company's people may do",
    body: ruleSettings,
    response: ruleSettings,
  }),
};
