// Change notifications: https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks
import { randomUUID } from "node:crypto";
import { bodyOf, type GraphAnswer, type GraphCall, graphError } from "./graph-answer.ts";
import { type Change, type MailStore, newKey } from "./mail-store.ts";

export type Subscription = {
  id: string;
  store: MailStore;
  resource: string;
  changeType: string;
  notificationUrl: string;
  lifecycleNotificationUrl: string | undefined;
  clientState: string;
  expiresAt: number;
  reauthorized: number;
};

/** Outlook messages: under seven days (https://learn.microsoft.com/en-us/graph/api/resources/subscription). */
const longestMinutes = 10_080;

export class Subscriptions {
  readonly all = new Map<string, Subscription>();
  readonly #underWay = new Set<Promise<unknown>>();
  /** The last notification that was sent, to send it again. */
  lastSent: { url: string; body: string } | undefined;

  async answer(call: GraphCall, id: string | undefined, action: string | undefined): Promise<GraphAnswer | undefined> {
    const { method, store } = call;
    if (!id) return method === "POST" ? this.#create(call) : undefined;
    const found = this.all.get(id);
    if (!found || found.store !== store) return graphError(404, "ResourceNotFound", "The object was not found.");
    if (method === "PATCH") {
      const expiresAt = readExpiry(bodyOf<{ expirationDateTime?: string }>(call).expirationDateTime);
      if (expiresAt === undefined) return badExpiry();
      found.expiresAt = expiresAt;
      return { status: 200, json: present(found) };
    }
    if (method === "DELETE") {
      this.all.delete(id);
      return { status: 204 };
    }
    if (method === "POST" && action === "reauthorize") {
      found.reauthorized++;
      return { status: 200 };
    }
    return method === "GET" ? { status: 200, json: present(found) } : undefined;
  }

  async #create(call: GraphCall): Promise<GraphAnswer> {
    type Given = Record<"resource" | "changeType" | "notificationUrl" | "clientState" | "expirationDateTime", string>;
    const given = bodyOf<Given & { lifecycleNotificationUrl?: string }>(call);
    const expiresAt = readExpiry(given.expirationDateTime);
    if (expiresAt === undefined) return badExpiry();
    if (!given.clientState || given.clientState.length > 128)
      return graphError(400, "InvalidRequest", "clientState has to have 1 to 128 characters.");
    for (const url of new Set([given.notificationUrl, given.lifecycleNotificationUrl ?? given.notificationUrl]))
      if (!(await isValidated(url)))
        return graphError(
          400,
          "ValidationError",
          "Subscription validation request failed. Notification endpoint must respond with 200 OK.",
        );
    const subscription: Subscription = {
      id: randomUUID(),
      store: call.store,
      resource: given.resource,
      changeType: given.changeType,
      notificationUrl: given.notificationUrl,
      lifecycleNotificationUrl: given.lifecycleNotificationUrl,
      clientState: given.clientState,
      expiresAt,
      reauthorized: 0,
    };
    this.all.set(subscription.id, subscription);
    return { status: 201, json: present(subscription) };
  }

  /** Notifies every subscription to this account's mail. */
  tell(store: MailStore, change: Change) {
    for (const subscription of this.all.values()) {
      const { changeType, expiresAt } = subscription;
      if (subscription.store !== store || expiresAt < Date.now() || !changeType.includes(change.kind)) continue;
      this.#send(subscription.notificationUrl, {
        ...common(subscription),
        id: newKey(9),
        changeType: change.kind,
        resource: `Users/stand-in/Messages/${change.id}`,
        resourceData: {
          "@odata.type": "#Microsoft.Graph.Message",
          "@odata.etag": `W/"${change.seq}"`,
          id: change.id,
        },
      });
    }
  }

  /** https://learn.microsoft.com/en-us/graph/change-notifications-lifecycle-events */
  tellLifecycle(
    subscription: Subscription,
    lifecycleEvent: "missed" | "subscriptionRemoved" | "reauthorizationRequired",
  ) {
    if (lifecycleEvent === "subscriptionRemoved") this.all.delete(subscription.id);
    if (subscription.lifecycleNotificationUrl)
      this.#send(subscription.lifecycleNotificationUrl, { ...common(subscription), lifecycleEvent });
  }

  /** Resolves when every notification has been answered. */
  async settled() {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  #send(url: string, notification: object) {
    this.lastSent = { url, body: JSON.stringify({ value: [notification] }) };
    const { body } = this.lastSent;
    const sending = fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }
}

const common = ({ id, clientState, expiresAt }: Subscription) => ({
  subscriptionId: id,
  subscriptionExpirationDateTime: new Date(expiresAt).toISOString(),
  tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
  clientState,
});

const present = ({ id, resource, changeType, notificationUrl, expiresAt }: Subscription) => ({
  id,
  resource,
  changeType,
  notificationUrl,
  expirationDateTime: new Date(expiresAt).toISOString(),
});

function readExpiry(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? "");
  return at > Date.now() && at <= Date.now() + longestMinutes * 60_000 ? at : undefined;
}

const badExpiry = () => graphError(400, "InvalidRequest", "The expiration is not within the allowed time.");

/** The endpoint has to return the decoded token as plain text. */
async function isValidated(url: string): Promise<boolean> {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${newKey()} <&+>`;
  const address = new URL(url);
  address.searchParams.set("validationToken", token);
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: "",
    });
    const isPlain = response.headers.get("content-type")?.startsWith("text/plain") ?? false;
    return response.status === 200 && isPlain && (await response.text()) === token;
  } catch {
    return false;
  }
}
