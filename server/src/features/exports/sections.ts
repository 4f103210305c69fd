// The JSON files of an export: which tables, and which columns are left out. Secrets, hashes and the program's own bookkeeping
// never leave.
import { fencedTransaction, type Reach } from "#db/fence.ts";
import { type AnyPgColumn, and, asc, eq, getTableColumns, gt, isNotNull, isNull, or, type SQL } from "#db/orm.ts";
import { accountNotices } from "#db/tables/account-notices.ts";
import { aiChoices } from "#db/tables/ai-choices.ts";
import { aiFeedback } from "#db/tables/ai-feedback.ts";
import { aiSettings } from "#db/tables/ai-settings.ts";
import { aiUsage } from "#db/tables/ai-usage.ts";
import { apiKeys } from "#db/tables/api-keys.ts";
import { auditRecords } from "#db/tables/audit-records.ts";
import { blockedSenders } from "#db/tables/blocked-senders.ts";
import { briefingMails } from "#db/tables/briefing-mails.ts";
import { drafts } from "#db/tables/drafts.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import { imageSenders } from "#db/tables/image-senders.ts";
import { invitationAnswers } from "#db/tables/invitation-answers.ts";
import { knowledgePieces, knowledgeSources } from "#db/tables/knowledge.ts";
import { mailMergeContents, mailMergeRecipients, mailMerges } from "#db/tables/mail-merges.ts";
import { mailRuleReplies, mailRuleRuns, mailRuleSettings, mailRules } from "#db/tables/mail-rules.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { mutedThreads } from "#db/tables/muted-threads.ts";
import { notificationDevices, notificationSettings } from "#db/tables/notifications.ts";
import { outbox } from "#db/tables/outbox.ts";
import { forgottenAddresses, people, peopleApart, personAddresses } from "#db/tables/people.ts";
import { preparedDrafts } from "#db/tables/prepared-drafts.ts";
import { senderPriorities } from "#db/tables/priorities.ts";
import { proposals } from "#db/tables/proposals.ts";
import { requests } from "#db/tables/requests.ts";
import { retentionSettings } from "#db/tables/retention-settings.ts";
import { sendCounts } from "#db/tables/send-counts.ts";
import { sessions } from "#db/tables/sessions.ts";
import { summaries } from "#db/tables/summaries.ts";
import { suppressions } from "#db/tables/suppressions.ts";
import { templates } from "#db/tables/templates.ts";
import { tenants } from "#db/tables/tenants.ts";
import { unsubscriptions } from "#db/tables/unsubscriptions.ts";
import { users } from "#db/tables/users.ts";
import { voices } from "#db/tables/voices.ts";
import { webhookDeliveries, webhooks } from "#db/tables/webhooks.ts";
import type { World } from "#scope.ts";

type ExportedTable = Parameters<typeof getTableColumns>[0];
export type Owner = { tenantId: string; userId: string };
export type Section = { file: string; table: ExportedTable; where: SQL | undefined; omit?: string[] };

const leases = ["leaseBy", "leaseUntil", "renewBy", "renewUntil", "watchBy", "watchUntil"];
const salts = ["whoSalt", "whatSalt", "whoDigest", "whatDigest"];
const keySecrets = ["hash", "expiryNotedAt"];
const webhookSecrets = ["secretSealed", "earlierSealed", "earlierUntil"];
const reading = [
  ...["attempts", "readingSince", "embeddingModel", "embedded", "embedAttempts", "embedProblem", "embedAt"],
  ...leases,
];

/** Data of a person that administrators of the company may see. */
export const accountSections = ({ tenantId, userId }: Owner): Section[] => {
  const ofPerson = (table: { tenantId: AnyPgColumn; userId: AnyPgColumn }) =>
    and(eq(table.tenantId, tenantId), eq(table.userId, userId));
  const named = or(eq(auditRecords.actorId, userId), eq(auditRecords.targetId, userId));
  return [
    { file: "profile.json", table: users, where: isRow(users, tenantId, userId), omit: ["passwordHash"] },
    { file: "sessions.json", table: sessions, where: ofPerson(sessions) },
    { file: "api-keys.json", table: apiKeys, where: ofPerson(apiKeys), omit: keySecrets },
    { file: "email-logs.json", table: emailLogs, where: ofPerson(emailLogs), omit: ["senderDevice"] },
    { file: "audit.json", table: auditRecords, where: and(eq(auditRecords.tenantId, tenantId), named), omit: salts },
    { file: "account-notices.json", table: accountNotices, where: ofPerson(accountNotices) },
    { file: "mail-merges.json", table: mailMerges, where: ofPerson(mailMerges), omit: leases },
    { file: "requests.json", table: requests, where: ofPerson(requests) },
    { file: "ai-usage.json", table: aiUsage, where: ofPerson(aiUsage) },
    { file: "ai-feedback.json", table: aiFeedback, where: ofPerson(aiFeedback), omit: ["messageId"] },
  ];
};

/** Data that only the person can see, besides the mail. */
export const personalSections = ({ tenantId, userId }: Owner): Section[] => {
  const ofPerson = (table: { tenantId: AnyPgColumn; userId: AnyPgColumn }) =>
    and(eq(table.tenantId, tenantId), eq(table.userId, userId));
  const bookkeeping = [...leases, "cursor", "wordsVersion", "wantedAt", "wantedOlder", "nextSyncAt"];
  const secrets = ["passwordSealed", "proofCodeHash", "proofCodeUntil", "proofTries", "aliasCodes"];
  return [
    { file: "mailboxes.json", table: mailboxes, where: ofPerson(mailboxes), omit: [...secrets, ...bookkeeping] },
    { file: "drafts.json", table: drafts, where: ofPerson(drafts) },
    {
      ...{ file: "prepared-drafts.json", table: preparedDrafts },
      where: and(ofPerson(preparedDrafts), isNotNull(preparedDrafts.writtenAt)),
      omit: [...leases, "attempts", "nextAt", "begunAt", "mail"],
    },
    { file: "proposals.json", table: proposals, where: ofPerson(proposals) },
    { file: "templates.json", table: templates, where: ofPerson(templates) },
    { file: "knowledge.json", table: knowledgeSources, where: ofPerson(knowledgeSources), omit: reading },
    { file: "knowledge-pieces.json", table: knowledgePieces, where: ofPerson(knowledgePieces), omit: ["words"] },
    { file: "mail-rules.json", table: mailRules, where: ofPerson(mailRules) },
    { file: "mail-rule-history.json", table: mailRuleRuns, where: ofPerson(mailRuleRuns), omit: leases },
    { file: "mail-rule-replies.json", table: mailRuleReplies, where: ofPerson(mailRuleReplies) },
    { file: "webhooks.json", table: webhooks, where: ofPerson(webhooks), omit: webhookSecrets },
    { file: "webhook-deliveries.json", table: webhookDeliveries, where: ofPerson(webhookDeliveries), omit: leases },
    { file: "follow-ups.json", table: followUps, where: ofPerson(followUps) },
    { file: "mail-merge-texts.json", table: mailMergeContents, where: ofPerson(mailMergeContents) },
    { file: "mail-merge-recipients.json", table: mailMergeRecipients, where: ofPerson(mailMergeRecipients) },
    { file: "summaries.json", table: summaries, where: ofPerson(summaries) },
    { file: "briefing-mails.json", table: briefingMails, where: ofPerson(briefingMails), omit: ["nextAt"] },
    { file: "voice.json", table: voices, where: ofPerson(voices), omit: ["nextAt", "learningSince", "version"] },
    { file: "people.json", table: people, where: ofPerson(people) },
    { file: "person-addresses.json", table: personAddresses, where: ofPerson(personAddresses), omit: ["search"] },
    { file: "people-apart.json", table: peopleApart, where: ofPerson(peopleApart) },
    { file: "forgotten-addresses.json", table: forgottenAddresses, where: ofPerson(forgottenAddresses) },
    { file: "blocked-senders.json", table: blockedSenders, where: ofPerson(blockedSenders) },
    { file: "sender-priorities.json", table: senderPriorities, where: ofPerson(senderPriorities) },
    { file: "unsubscriptions.json", table: unsubscriptions, where: ofPerson(unsubscriptions) },
    { file: "image-senders.json", table: imageSenders, where: ofPerson(imageSenders) },
    { file: "muted-threads.json", table: mutedThreads, where: ofPerson(mutedThreads) },
    { file: "invitation-answers.json", table: invitationAnswers, where: ofPerson(invitationAnswers) },
    { file: "notification-settings.json", table: notificationSettings, where: ofPerson(notificationSettings) },
    {
      ...{ file: "notification-devices.json", table: notificationDevices, where: ofPerson(notificationDevices) },
      omit: ["endpoint", "p256dh", "auth"],
    },
    { file: "outbox.json", table: outbox, where: ofPerson(outbox), omit: [...leases, "requestHash"] },
  ];
};

export const companySections = (tenantId: string): Section[] => {
  const ofCompany = (table: { tenantId: AnyPgColumn }) => eq(table.tenantId, tenantId);
  return [
    { file: "company.json", table: tenants, where: eq(tenants.id, tenantId) },
    { file: "users.json", table: users, where: ofCompany(users), omit: ["passwordHash"] },
    { file: "mail-servers.json", table: mailServers, where: ofCompany(mailServers), omit: ["passwordSealed"] },
    { file: "ai-settings.json", table: aiSettings, where: ofCompany(aiSettings), omit: ["apiKeySealed"] },
    { file: "ai-choices.json", table: aiChoices, where: ofCompany(aiChoices), omit: ["apiKeySealed"] },
    { file: "templates.json", table: templates, where: and(ofCompany(templates), isNull(templates.userId)) },
    {
      ...{ file: "knowledge.json", table: knowledgeSources, omit: reading },
      where: and(ofCompany(knowledgeSources), isNull(knowledgeSources.userId)),
    },
    {
      ...{ file: "knowledge-pieces.json", table: knowledgePieces, omit: ["words"] },
      where: and(ofCompany(knowledgePieces), isNull(knowledgePieces.userId)),
    },
    { file: "mail-rules.json", table: mailRules, where: and(ofCompany(mailRules), isNull(mailRules.userId)) },
    { file: "mail-rule-settings.json", table: mailRuleSettings, where: ofCompany(mailRuleSettings) },
    {
      ...{ file: "webhooks.json", table: webhooks, omit: webhookSecrets },
      where: and(ofCompany(webhooks), isNull(webhooks.userId)),
    },
    {
      ...{ file: "webhook-deliveries.json", table: webhookDeliveries, omit: leases },
      where: and(ofCompany(webhookDeliveries), isNull(webhookDeliveries.userId)),
    },
    {
      ...{ file: "api-keys.json", table: apiKeys, omit: keySecrets },
      where: and(ofCompany(apiKeys), isNull(apiKeys.userId)),
    },
    { file: "retention.json", table: retentionSettings, where: ofCompany(retentionSettings) },
    { file: "email-logs.json", table: emailLogs, where: ofCompany(emailLogs), omit: ["senderDevice"] },
    { file: "audit.json", table: auditRecords, where: ofCompany(auditRecords), omit: salts },
    { file: "requests.json", table: requests, where: ofCompany(requests) },
    { file: "ai-usage.json", table: aiUsage, where: ofCompany(aiUsage) },
    { file: "ai-feedback.json", table: aiFeedback, where: ofCompany(aiFeedback), omit: ["messageId"] },
    { file: "mail-merges.json", table: mailMerges, where: ofCompany(mailMerges), omit: leases },
    { file: "suppressions.json", table: suppressions, where: ofCompany(suppressions) },
    { file: "sent-per-month.json", table: sendCounts, where: ofCompany(sendCounts) },
  ];
};

const isRow = (table: { tenantId: AnyPgColumn; id: AnyPgColumn }, tenantId: string, id: string) =>
  and(eq(table.tenantId, tenantId), eq(table.id, id));

/** Few, because a summary may hold a megabyte. */
const pageSize = 50;

/** The rows as a JSON array, page by page. */
export async function* jsonOf(
  world: World,
  reach: Reach,
  { table, where, omit = [] }: Section,
): AsyncGenerator<string> {
  const all = getTableColumns(table) as Record<string, AnyPgColumn>;
  const columns = Object.fromEntries(Object.entries(all).filter(([name]) => !omit.includes(name)));
  // Small tables without ids have one page.
  const { id } = all;
  let after: string | undefined;
  let separator = "[\n";
  for (;;) {
    const isNext = id && after ? gt(id, after) : undefined;
    const rows = await fencedTransaction(world.db, reach, async (tx) => {
      const found = tx
        .select(columns as never)
        .from(table as never)
        .where(and(where, isNext));
      return (await (id ? found.orderBy(asc(id)).limit(pageSize) : found)) as Record<string, unknown>[];
    });
    for (const row of rows) {
      yield separator + JSON.stringify(row, null, 2);
      separator = ",\n";
    }
    after = rows.at(-1)?.id as string | undefined;
    if (!id || rows.length < pageSize) break;
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
