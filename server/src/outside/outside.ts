import type { MailProtocol } from "@intellibox/contract/rules/choices";
import type { Config } from "#lib/config.ts";
import { addressesOf, openFetch } from "#lib/egress.ts";
import { readCertificate, type ServerCertificate } from "./certificate.ts";
import { openBudgets } from "./cloud-budget.ts";
import { type Extractor, openExtractor } from "./extractors/extract.ts";
import { openHostCheck } from "./host-check.ts";
import type { MailServer } from "./mail-server.ts";
import type { CloudAccount, CloudLogin } from "./mailboxes/cloud-account.ts";
import type { Mailbox } from "./mailboxes/mailbox.ts";
import { type MailboxAccount, openMailbox } from "./mailboxes/open.ts";
import { testImap, testPop3, type Verified } from "./mailboxes/verify.ts";
import { libraryFolder } from "./models/file-model/library.ts";
import { openFileModel } from "./models/file-model/model-process.ts";
import { openModelNetwork } from "./models/model-network.ts";
import { type Models, openModels } from "./models/open-models.ts";
import { type Oauth, openOauth } from "./oauth.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import { openObjectStore } from "./objects/open.ts";
import { type Oidc, openOidc } from "./oidc.ts";
import { openPushes, type Pushes } from "./push/push.ts";
import { readTxt } from "./read-txt.ts";
import { openImageFetch, type RemoteImage } from "./remote-image.ts";
import { openGmailTransport } from "./transports/gmail.ts";
import { openGraphTransport } from "./transports/graph.ts";
import { openSmtpTransports } from "./transports/smtp.ts";
import type { Transport } from "./transports/transport.ts";
import { type TestMail, testSmtp } from "./transports/verify-smtp.ts";
import { openUnsubscribe } from "./unsubscribe.ts";
import { openWebPush, type WebPush } from "./web-push.ts";
import { openWebhooks, type WebhookAnswer, type WebhookCall } from "./webhooks.ts";

/** A mail server as its settings describe it. The installation's configuration decides whether private hosts are allowed. */
export type ServerLogin = Omit<MailServer, "allowPrivate">;

/** A mailbox as its table row describes it. */
export type MailboxLogin = CloudLogin | Without<Exclude<MailboxAccount, { kind: CloudLogin["kind"] }>, "allowPrivate">;
type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** Everything outside the process. It is passed as an argument, so that tests can replace it. */
export type Outside = {
  now(): Date;
  /** Sends through a mail server, over pooled connections. */
  smtp(server: MailServer): Transport;
  /** Sends by the API of the mailbox's provider, which stores the copy in Sent. */
  sendBy(login: CloudLogin): Transport;
  /** Throws ForbiddenHostError if the host is not allowed. A name that does not resolve now is checked again when connecting. */
  checkHost(host: string): Promise<void>;
  /** The same for hosts that must be public, whatever the installation allows. */
  checkPublicHost(host: string): Promise<void>;
  /** The addresses of a host. Throws if its name does not resolve, or if it is not allowed. */
  addressesOf(host: string): Promise<string[]>;
  /** The Test buttons. Each signs in and throws what failed; `testSmtp` also sends a mail. */
  testSmtp(server: ServerLogin, mail: TestMail): Promise<Verified>;
  testImap(server: ServerLogin): Promise<Verified>;
  testPop3(server: ServerLogin): Promise<Verified>;
  /** The certificate that a mail server presents. */
  certificateOf(
    protocol: MailProtocol,
    server: Pick<ServerLogin, "host" | "port" | "secure">,
  ): Promise<ServerCertificate>;
  /** Signs in to a mailbox. */
  openMailbox(account: MailboxLogin): Promise<Mailbox>;
  /** OAuth access to accounts at Google and Microsoft. */
  oauth: Oauth;
  /** Sign-in at OpenID providers that companies and the installation name. */
  oidc: Oidc;
  /** The TXT records of a name; empty if there are none. */
  readTxt(name: string): Promise<string[]>;
  /** Push notifications of Google and Microsoft. */
  push: Pushes;
  /** A remote image of a mail; undefined if the server has no such image. */
  fetchImage(url: string, signal: AbortSignal): Promise<RemoteImage | undefined>;
  /** The one-click call that leaves a mailing list (RFC 8058). Throws if its server does not accept it. */
  unsubscribe(url: string): Promise<void>;
  /** Notifications for browsers. */
  webPush: WebPush;
  /** Calls a web address that a user chose. Throws if it does not accept the call. */
  callWebhook(call: WebhookCall): Promise<WebhookAnswer>;
  /** Throws a WebhookError if the web address can never be called. */
  checkWebhook(url: string): Promise<void>;
  /** Stores the raw source of messages. */
  objects: ObjectStore;
  /** Extracts text from files, in child processes that start when they are first needed. */
  extractor: Extractor;
  /** Language models of other providers, by a tenant's settings. */
  models: Models;
  close(): Promise<void>;
};

export function openOutside(config: Config): Outside {
  const policy = { allowPrivate: config.allowPrivateHosts };
  const smtp = openSmtpTransports();
  const linkPolicy = { allowPrivate: config.allowPrivateLinks };
  const images = openImageFetch(linkPolicy);
  const lists = openUnsubscribe(linkPolicy);
  const webPush = openWebPush(linkPolicy);
  const webhooks = openWebhooks(linkPolicy);
  const extractor = openExtractor();
  const modelNetwork = openModelNetwork(policy, config.localModelHosts);
  const file = openModelOf(config);
  const cloud = openCloud(config);
  const oidc = openOidc(config);
  return {
    now: () => new Date(),
    smtp: smtp.open,
    sendBy: (login) => (login.kind === "gmail" ? openGmailTransport : openGraphTransport)(cloud.accountOf(login)),
    checkHost: openHostCheck(policy),
    checkPublicHost: openHostCheck({ allowPrivate: false }),
    addressesOf: (host) => addressesOf(host, policy),
    testSmtp: (server, mail) => testSmtp({ ...server, ...policy }, mail),
    testImap: (server) => testImap({ ...server, ...policy }),
    testPop3: (server) => testPop3({ ...server, ...policy }),
    certificateOf: (protocol, server) => readCertificate(protocol, { ...server, ...policy }),
    openMailbox: (login) =>
      openMailbox(
        isCloud(login)
          ? { kind: login.kind, ...cloud.accountOf(login) }
          : ({ ...login, ...policy } as Exclude<MailboxAccount, { kind: CloudLogin["kind"] }>),
      ),
    oauth: cloud.oauth,
    oidc: oidc.client,
    readTxt,
    push: openPushes(config, cloud.accountOf, cloud.fetch),
    fetchImage: images.fetchImage,
    unsubscribe: lists.unsubscribe,
    webPush,
    callWebhook: webhooks.call,
    checkWebhook: webhooks.check,
    objects: openObjectStore(config),
    extractor,
    models: openModels({ network: modelNetwork, file, bases: config.modelBases }),
    close: async () => {
      await extractor.close();
      smtp.close();
      await file?.model.close();
      await modelNetwork.close();
      await lists.close();
      await webPush.close();
      await webhooks.close();
      await cloud.close();
      await oidc.close();
    },
  };
}

/** The process of the model file starts with its first request. */
const openModelOf = ({ modelFile }: Config) =>
  modelFile && {
    name: modelFile.name,
    model: openFileModel({ library: libraryFolder, file: modelFile.path, maxMemoryBytes: modelFile.maxMemoryBytes }),
  };

const isCloud = (login: MailboxLogin): login is CloudLogin => login.kind === "gmail" || login.kind === "outlook";

/**
 * Limits for one mailbox, below those of its provider: Gmail allows 15,000 units a minute for a user
 * (developers.google.com/workspace/gmail/api/reference/quota), Graph 10,000 calls in ten minutes and four at once
 * (learn.microsoft.com/graph/throttling-limits).
 */
const budgetLimits = {
  gmail: { maxConcurrent: 6, unitsPerSecond: 200, burstSeconds: 10 },
  outlook: { maxConcurrent: 3, unitsPerSecond: 12 },
};

function openCloud(config: Config) {
  const { google, microsoft } = config;
  const guarded = openFetch({ allowPrivate: config.allowPrivateHosts });
  const bases = { gmail: google.gmailBase, outlook: microsoft.graphBase };
  const budgets = { gmail: openBudgets(budgetLimits.gmail), outlook: openBudgets(budgetLimits.outlook) };
  return {
    oauth: openOauth(config, guarded),
    accountOf: ({ kind, id, email, token }: CloudLogin): CloudAccount => ({
      ...{ email, token, base: bases[kind], fetch: guarded },
      budget: budgets[kind](id),
    }),
    fetch: guarded,
    close: guarded.close,
  };
}
