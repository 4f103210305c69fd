import { api } from "@intellibox/contract/api";
import { ownAddresses } from "#db/own-addresses.ts";
import { on } from "#http/route.ts";
import type { Scope, World } from "#scope.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { decideProposals } from "./decide-proposals.ts";
import { readRuleFile } from "./files/rule-file.ts";
import { listRuns, runsOfMessage } from "./history.ts";
import { readyMadeRules } from "./ready-made-rules.ts";
import { changeSettings, webhookSecret } from "./rule-settings.ts";
import { createRule, listRules, orderRules, removeRule, restoreRule, setState, updateRule } from "./rules.ts";
import { runNow } from "./run-now.ts";
import { ruleFromSentence } from "./sentence/rule-from-sentence.ts";
import { tryRule } from "./try-rule.ts";
import { undoRuns } from "./undo-runs.ts";
import { writeOwnRules } from "./write-own-rules.ts";

const ownAddressesOf = async ({ tenantId, user, tx: run }: Scope) => [
  ...(await run((tx) => ownAddresses(tx, { tenantId, userId: user.id }))),
];

export const mailRuleRoutes = (world: World) => [
  on(api.mailRules.list, listRules),
  on(api.mailRules.create, (scope, { body }) => createRule(scope, body)),
  on(api.mailRules.update, (scope, { params, body }) => updateRule(scope, params.id, body)),
  on(api.mailRules.setState, (scope, { params, body }) => setState(scope, params.id, body.state)),
  on(api.mailRules.order, (scope, { body }) => orderRules(scope, body)),
  on(api.mailRules.remove, (scope, { params, query }) => removeRule(scope, params.id, query.basedOn)),
  on(api.mailRules.restore, (scope, { params }) => restoreRule(scope, params.id)),
  on(api.mailRules.fromSentence, (scope, { body }) => ruleFromSentence(scope, body.sentence)),
  on(api.mailRules.readyMade, async () => ({ items: readyMadeRules() })),
  on(api.mailRules.tryOut, (scope, { body }) => tryRule(scope, body)),
  on(api.mailRules.run, (scope, { params, body }) => runNow(scope, outboundSenderOf(world), params.id, body)),
  on(api.mailRules.history, (scope, { query }) => listRuns(scope, query)),
  on(api.mailRules.ofMessage, (scope, { params }) => runsOfMessage(scope, params.id)),
  on(api.mailRules.undo, (scope, { body }) => undoRuns(scope, body)),
  on(api.mailRules.decide, (scope, { body }) => decideProposals(scope, outboundSenderOf(world), body)),
  on(api.mailRules.readFile, async (scope, { body }) => readRuleFile(body.text, await ownAddressesOf(scope))),
  on(api.mailRules.writeFile, (scope, { query }) => writeOwnRules(scope, query.format)),
  on(api.mailRules.webhookSecret, webhookSecret),
  on(api.mailRules.changeSettings, (scope, { body }) => changeSettings(scope, body)),
];
