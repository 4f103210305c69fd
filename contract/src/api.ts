import type { Endpoint } from "./endpoint.ts";
import { account } from "./endpoints/account.ts";
import { actions } from "./endpoints/actions.ts";
import { aiSettings, companyAi } from "./endpoints/ai-settings.ts";
import { apiKeys } from "./endpoints/api-keys.ts";
import { assistant } from "./endpoints/assistant.ts";
import { audit } from "./endpoints/audit.ts";
import { auth } from "./endpoints/auth.ts";
import { briefings } from "./endpoints/briefing.ts";
import { dashboards } from "./endpoints/dashboards.ts";
import { dataTasks } from "./endpoints/data-tasks.ts";
import { drafts } from "./endpoints/drafts.ts";
import { emailLogs } from "./endpoints/email-logs.ts";
import { factorRules, factors, secondStep } from "./endpoints/factors.ts";
import { feedback } from "./endpoints/feedback.ts";
import { firstStepCalls } from "./endpoints/first-steps.ts";
import { folders } from "./endpoints/folders.ts";
import { followUps } from "./endpoints/follow-ups.ts";
import { inbox } from "./endpoints/inbox.ts";
import { invitations } from "./endpoints/invitations.ts";
import { knowledge } from "./endpoints/knowledge.ts";
import { knownPeople } from "./endpoints/known-people.ts";
import { mailDangers } from "./endpoints/mail-dangers.ts";
import { mailMerges } from "./endpoints/mail-merges.ts";
import { mailRules } from "./endpoints/mail-rules.ts";
import { mailServers } from "./endpoints/mail-servers.ts";
import { mailboxAliasCalls } from "./endpoints/mailbox-aliases.ts";
import { mailboxSettingsCalls } from "./endpoints/mailbox-settings.ts";
import { mailboxes } from "./endpoints/mailboxes.ts";
import { notifications } from "./endpoints/notifications.ts";
import { outbox } from "./endpoints/outbox.ts";
import { ownMail } from "./endpoints/own-mail.ts";
import { people } from "./endpoints/people.ts";
import { plans } from "./endpoints/plans.ts";
import { preparedDrafts } from "./endpoints/prepared-drafts.ts";
import { priorities } from "./endpoints/priorities.ts";
import { proposals } from "./endpoints/proposals.ts";
import { questions } from "./endpoints/questions.ts";
import { requests } from "./endpoints/requests.ts";
import { retention } from "./endpoints/retention.ts";
import { rewriting } from "./endpoints/rewriting.ts";
import { senders } from "./endpoints/senders.ts";
import { sessions } from "./endpoints/sessions.ts";
import { setup } from "./endpoints/setup.ts";
import { snooze } from "./endpoints/snooze.ts";
import { sso } from "./endpoints/sso.ts";
import { stepUp } from "./endpoints/step-up.ts";
import { summaries } from "./endpoints/summaries.ts";
import { suppressions } from "./endpoints/suppressions.ts";
import { system } from "./endpoints/system.ts";
import { templates } from "./endpoints/templates.ts";
import { tenants } from "./endpoints/tenants.ts";
import { users } from "./endpoints/users.ts";
import { voices } from "./endpoints/voices.ts";
import { companyWebhooks, webhooks } from "./endpoints/webhooks.ts";

/** All endpoints. The server mounts exactly this table. */
export const api = {
  assistant,
  rewriting,
  voices,
  knowledge,
  auth,
  stepUp,
  apiKeys,
  proposals,
  secondStep,
  factors,
  factorRules,
  sessions,
  sso,
  setup,
  account,
  tenants,
  plans,
  users,
  mailServers,
  aiSettings,
  companyAi,
  feedback,
  emailLogs,
  audit,
  mailboxes,
  mailboxSettings: mailboxSettingsCalls,
  mailboxAliases: mailboxAliasCalls,
  inbox,
  preparedDrafts,
  briefings,
  priorities,
  invitations,
  snooze,
  senders,
  people: { ...knownPeople, ...people },
  folders,
  actions,
  outbox,
  ownMail,
  drafts,
  templates,
  followUps,
  mailDangers,
  mailMerges,
  mailRules,
  suppressions,
  summaries,
  dashboards,
  firstSteps: firstStepCalls,
  notifications,
  webhooks,
  companyWebhooks,
  questions,
  requests,
  dataTasks,
  retention,
  system,
} satisfies Record<string, Record<string, Endpoint>>;

export const allEndpoints: Endpoint[] = Object.values(api).flatMap((calls) => Object.values(calls));
