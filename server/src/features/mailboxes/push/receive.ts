// Verifies a provider's call, and finds the mailboxes that it is about. Its content is used for nothing but to start a sync.

import { z } from "zod";
import type { Config } from "#lib/config.ts";
import { equalInConstantTime } from "#lib/constant-time.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { pushChannels } from "#db/tables/push-channels.ts";
import type { World } from "#scope.ts";
import { webhookPath } from "./channels.ts";
import { readClientState } from "./client-state.ts";
import { type Notice, type NoticeOutcome, takeNotice } from "./notices.ts";

export type WebhookCall = { body: unknown; authorization: string; token: string };
export type ReceivedPush = { provider: "gmail" | "outlook" | "unknown"; outcomes: NoticeOutcome[] };

export async function receivePush(world: World, call: WebhookCall): Promise<ReceivedPush> {
  const [graph, gmail] = [fromGraph.safeParse(call.body), fromPubSub.safeParse(call.body)];
  if (graph.success) return { provider: "outlook", outcomes: await receiveGraph(world, graph.data.value) };
  if (gmail.success) return { provider: "gmail", outcomes: await receiveGmail(world, call, gmail.data.message) };
  return { provider: "unknown", outcomes: ["malformed"] };
}

/** learn.microsoft.com/graph/api/resources/changenotification */
const change = z.object({
  subscriptionId: z.string().max(200),
  clientState: z.string().max(200).default(""),
  lifecycleEvent: z.enum(["missed", "reauthorizationRequired", "subscriptionRemoved"]).optional(),
  id: z.string().max(500).optional(),
  changeType: z.string().max(50).optional(),
  resource: z.string().max(2000).optional(),
  resourceData: z.looseObject({ "@odata.etag": z.string().max(500).optional() }).optional(),
});
const fromGraph = z.object({ value: z.array(change).min(1).max(1000) });

/** Groups the notifications by mailbox: a call may hold many. */
async function receiveGraph(world: World, changes: z.output<typeof change>[]): Promise<NoticeOutcome[]> {
  const notices = new Map<string, Notice>();
  const outcomes: NoticeOutcome[] = [];
  for (const one of changes) {
    const key = readClientState(world.sealer, one.clientState);
    if (!key) {
      outcomes.push("forged");
      continue;
    }
    const { subscriptionId: subscription, lifecycleEvent: lifecycle } = one;
    const together = [key.id, subscription, lifecycle].join(" ");
    const notice = notices.get(together) ?? { key, subscription, marks: [], ...(lifecycle && { lifecycle }) };
    const { id, changeType, resource, resourceData } = one;
    notice.marks.push(JSON.stringify([subscription, id, changeType, resource, resourceData?.["@odata.etag"]]));
    notices.set(together, notice);
  }
  for (const notice of notices.values()) outcomes.push(await takeNotice(world, notice));
  return outcomes;
}

/** cloud.google.com/pubsub/docs/push#receive_push */
const pushed = z.object({ data: z.base64url().or(z.base64()), messageId: z.string().min(1).max(200) });
const fromPubSub = z.object({ message: pushed });
/** developers.google.com/workspace/gmail/api/guides/push#receive_notifications */
const gmailChange = z.object({ emailAddress: z.email().max(320) });

async function receiveGmail(
  world: World,
  call: WebhookCall,
  message: z.output<typeof pushed>,
): Promise<NoticeOutcome[]> {
  if (!(await isFromGoogle(world, call))) return ["forged"];
  const told = gmailChange.safeParse(parseJson(Buffer.from(message.data, "base64").toString()));
  if (!told.success) return ["malformed"];
  const account = told.data.emailAddress.toLowerCase();
  // As platform: Google names only an address, which several users may have connected.
  const keys = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId: pushChannels.tenantId, userId: pushChannels.userId, id: pushChannels.id })
      .from(pushChannels)
      .where(and(eq(pushChannels.kind, "gmail"), eq(pushChannels.account, account))),
  );
  if (keys.length === 0) return ["foreign"];
  return Promise.all(keys.map((key) => takeNotice(world, { key, marks: [message.messageId] })));
}

/** Verifies Google's signature if a service account is set, else the secret that the operator put into the webhook's address. */
async function isFromGoogle({ config, outside, log }: World, { authorization, token }: WebhookCall): Promise<boolean> {
  const { pushAccount, pushToken } = config.google;
  const jwt = /^Bearer ([\w.-]{20,8000})$/i.exec(authorization)?.[1];
  if (pushAccount && jwt) {
    const expected = { audience: audienceOf(config), account: pushAccount };
    return outside.push.googleTokens.isGenuine(jwt, expected, outside.now()).catch((error: Error) => {
      log.warn({ err: error }, "Google's signing keys could not be fetched");
      return false;
    });
  }
  return pushToken !== undefined && equalInConstantTime(token, pushToken);
}

/** Pub/Sub's default audience is the address that it calls. */
const audienceOf = ({ google, publicUrl }: Config) => google.pushAudience ?? `${publicUrl}${webhookPath}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
