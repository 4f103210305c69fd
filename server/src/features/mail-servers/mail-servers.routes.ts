import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { createMailServer, getMailServer, updateMailServer } from "./mail-servers.ts";
import { testMailboxSettings, testSmtpSettings } from "./test-mail-server.ts";

const calls = api.mailServers;

export const mailServerRoutes = [
  on(calls.getSmtp, (scope) => getMailServer(scope, "smtp")),
  on(calls.createSmtp, (scope, { body }) => createMailServer(scope, "smtp", body)),
  on(calls.updateSmtp, (scope, { body }) => updateMailServer(scope, "smtp", body)),
  on(calls.testSmtp, (scope, { body }) => testSmtpSettings(scope, body)),
  on(calls.getImap, (scope) => getMailServer(scope, "imap")),
  on(calls.createImap, (scope, { body }) => createMailServer(scope, "imap", body)),
  on(calls.updateImap, (scope, { body }) => updateMailServer(scope, "imap", body)),
  on(calls.testImap, (scope, { body }) => testMailboxSettings(scope, "imap", body.settings)),
  on(calls.getPop3, (scope) => getMailServer(scope, "pop3")),
  on(calls.createPop3, (scope, { body }) => createMailServer(scope, "pop3", body)),
  on(calls.updatePop3, (scope, { body }) => updateMailServer(scope, "pop3", body)),
  on(calls.testPop3, (scope, { body }) => testMailboxSettings(scope, "pop3", body.settings)),
];
