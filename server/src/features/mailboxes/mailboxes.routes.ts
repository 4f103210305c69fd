import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { addAlias, confirmAlias, listAliases, refreshAliases, removeAlias } from "./aliases.ts";
import { connectImap, connectPop3 } from "./connect.ts";
import { getMailboxSettings, resyncMailbox, updateMailboxSettings } from "./mailbox-settings.ts";
import { listMailboxes, mailboxConfig, removeMailbox, syncAll, syncOne, testMailbox } from "./mailboxes.ts";
import { mailProofCode, proveAddress } from "./prove-address.ts";

const { mailboxes, mailboxSettings: settings, mailboxAliases: aliases } = api;

export const mailboxRoutes = [
  on(mailboxes.config, mailboxConfig),
  on(mailboxes.list, listMailboxes),
  on(mailboxes.connectImap, (scope, { body }) => connectImap(scope, body)),
  on(mailboxes.connectPop3, (scope, { body }) => connectPop3(scope, body)),
  on(mailboxes.test, (scope, { params }) => testMailbox(scope, params.id)),
  on(mailboxes.mailProofCode, (scope, { params }) => mailProofCode(scope, params.id)),
  on(mailboxes.proveAddress, (scope, { params, body }) => proveAddress(scope, params.id, body.code)),
  on(settings.get, (scope, { params }) => getMailboxSettings(scope, params.id)),
  on(settings.resync, (scope, { params }) => resyncMailbox(scope, params.id)),
  on(settings.update, (scope, { params, body }) => updateMailboxSettings(scope, params.id, body)),
  on(aliases.list, (scope, { params }) => listAliases(scope, params.id)),
  on(aliases.add, (scope, { params, body }) => addAlias(scope, params.id, body.address)),
  on(aliases.confirm, (scope, { params, body }) => confirmAlias(scope, params.id, body)),
  on(aliases.refresh, (scope, { params }) => refreshAliases(scope, params.id)),
  on(aliases.remove, (scope, { params, query }) => removeAlias(scope, params.id, query.address)),
  on(mailboxes.remove, (scope, { params }) => removeMailbox(scope, params.id)),
  on(mailboxes.syncAll, (scope, { body }) => syncAll(scope, body)),
  on(mailboxes.sync, (scope, { params, body }) => syncOne(scope, params.id, body)),
];
