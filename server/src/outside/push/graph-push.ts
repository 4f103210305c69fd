import { z } from "zod";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { MailboxError } from "#outside/mailboxes/mailbox.ts";
import { graphCall } from "#outside/mailboxes/outlook/calls.ts";
import type { Hook, Push, Told } from "./channel.ts";

/** A little below Graph's limit of 10,080 minutes for mail (learn.microsoft.com/graph/api/resources/subscription), because clocks differ. */
const minutes = 9_900;
const subscription = z.object({ id: z.string(), expirationDateTime: z.string() });

/** A subscription of Microsoft Graph to all mail of an account. */
export function openGraphPush(account: CloudAccount): Push {
  const pathOf = (id: string) => `/subscriptions/${encodeURIComponent(id)}`;
  const expiry = () => ({ expirationDateTime: new Date(Date.now() + minutes * 60_000).toISOString() });

  const create = async ({ url, secret }: Hook): Promise<Told> => {
    const json = {
      changeType: "created,updated,deleted",
      // The mail of all folders (learn.microsoft.com/graph/outlook-change-notifications-overview).
      resource: "me/messages",
      notificationUrl: url,
      lifecycleNotificationUrl: url,
      clientState: secret,
      ...expiry(),
    };
    const made = (await graphCall(account, { method: "POST", path: "/subscriptions", json })).json(subscription);
    return { ...toldOf(made), isNew: true };
  };

  return {
    async keep(remoteId, hook) {
      if (remoteId === null) return create(hook);
      try {
        // Renewing also reauthorizes the subscription (learn.microsoft.com/graph/change-notifications-lifecycle-events).
        const renewal = { method: "PATCH", path: pathOf(remoteId), json: expiry(), isRepeatable: true } as const;
        return { ...toldOf((await graphCall(account, renewal)).json(subscription)), isNew: false };
      } catch (error) {
        if (error instanceof MailboxError && error.fault === "gone") return create(hook);
        throw error;
      }
    },
    async stop(remoteId) {
      if (remoteId === null) return;
      await graphCall(account, { method: "DELETE", path: pathOf(remoteId) }).catch((error: unknown) => {
        if (!(error instanceof MailboxError) || error.fault !== "gone") throw error;
      });
    },
  };
}

const toldOf = ({ id, expirationDateTime }: z.output<typeof subscription>) => ({
  remoteId: id,
  expiresAt: new Date(expirationDateTime),
});
