import type { Config } from "#lib/config.ts";
import { openFetch } from "#lib/egress.ts";
import { openHostCheck } from "./host-check.ts";
import type { MailServer } from "./mail-server.ts";
import { testImap, testPop3, type Verified } from "./mailboxes/verify.ts";
import { type Models, openModels } from "./models/open.ts";
import { openSmtpTransports } from "./transports/smtp.ts";
import type { Transport } from "./transports/transport.ts";
import { type TestMail, testSmtp } from "./transports/verify-smtp.ts";

/** A mail server as its settings describe it; which hosts may be reached is the installation's to say. */
export type ServerLogin = Omit<MailServer, "allowPrivate">;

/** Every door out of the program. An argument of what uses it, so that a test can stand in for the world. */
export type Outside = {
  now(): Date;
  /** Sends through a mail server, over connections that are kept for the next mail. */
  smtp(server: MailServer): Transport;
  /** Throws ForbiddenHostError where the host is known to be out of bounds; what cannot be told now is told when connecting. */
  checkHost(host: string): Promise<void>;
  /** The Test buttons: they really sign in, the first one sends a mail, and each throws what failed. */
  testSmtp(server: ServerLogin, mail: TestMail): Promise<Verified>;
  testImap(server: ServerLogin): Promise<Verified>;
  testPop3(server: ServerLogin): Promise<Verified>;
  /** Language models elsewhere, by a tenant's settings. */
  models: Models;
  close(): Promise<void>;
};

export function openOutside(config: Config): Outside {
  const policy = { allowPrivate: config.allowPrivateHosts };
  const smtp = openSmtpTransports();
  return {
    now: () => new Date(),
    smtp: smtp.open,
    checkHost: openHostCheck(policy),
    testSmtp: (server, mail) => testSmtp({ ...server, ...policy }, mail),
    testImap: (server) => testImap({ ...server, ...policy }),
    testPop3: (server) => testPop3({ ...server, ...policy }),
    models: openModels({ fetch: openFetch(policy), bases: { gemini: config.geminiBase, openai: config.openaiBase } }),
    close: async () => smtp.close(),
  };
}
