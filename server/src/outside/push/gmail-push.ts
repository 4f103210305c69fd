import { z } from "zod";
import { cloudFetch } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import type { Push } from "./channel.ts";

const watch = z.object({ expiration: z.coerce.number() });

/**
 * Gmail's watch, which publishes every change to the operator's Pub/Sub topic. The topic's subscription names our URL
 * (developers.google.com/workspace/gmail/api/guides/push). Calling it again renews the watch. Without `labelIds` it covers all labels,
 * so that a choice of folders need not change it.
 */
export function openGmailPush(account: CloudAccount, topicName: string): Push {
  return {
    async keep(remoteId) {
      const request = {
        method: "POST",
        path: "/gmail/v1/users/me/watch",
        json: { topicName },
        isRepeatable: true,
      } as const;
      const { expiration } = (await cloudFetch(account, { ...request, units: 100 })).json(watch);
      return { remoteId: topicName, expiresAt: new Date(expiration), isNew: remoteId !== topicName };
    },
    async stop() {
      const request = { method: "POST", path: "/gmail/v1/users/me/stop", isRepeatable: true } as const;
      await cloudFetch(account, { ...request, units: 50 });
    },
  };
}
