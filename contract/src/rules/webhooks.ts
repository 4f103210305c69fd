/** Events and limits of webhooks that the server and the web app share. */
import { t } from "../text/t.ts";

export const webhookEvents = [
  "mail.received",
  "mail.sent",
  "mail.opened",
  "mail.clicked",
  "mail.bounced",
  "mail.replied",
  "follow_up.due",
  "summary.done",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event that the button "Send a test event" sends. A webhook cannot subscribe to it. */
export const testEvent = "webhook.test";

export const webhookEventNames: Record<WebhookEvent, string> = {
  "mail.received": t("Mail received"),
  "mail.sent": t("Mail sent"),
  "mail.opened": t("Mail opened"),
  "mail.clicked": t("Link clicked"),
  "mail.bounced": t("Mail bounced"),
  "mail.replied": t("Mail answered"),
  "follow_up.due": t("Follow-up due"),
  "summary.done": t("Summary done"),
};

/** `paused`: the program stopped calling it, because it failed for long. */
export const webhookStates = ["on", "off", "paused"] as const;
export type WebhookState = (typeof webhookStates)[number];

export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The most webhooks of one person, and the most of a company. */
export const maxWebhooks = { person: 5, company: 20 };
/** The most deliveries of a webhook that wait. Later events are left out until some are done. */
export const maxWaitingDeliveries = 2_000;
/** For how long the earlier secret signs too, after it was replaced. */
export const secretOverlapHours = 24;
/** A webhook whose calls have failed for so long is paused. */
export const pauseAfterHours = 72;
/** For how long the log of deliveries is kept. */
export const deliveryDays = 30;
/** The format of the body. It increases with a change that a receiver has to know of. */
export const webhookVersion = 1;
