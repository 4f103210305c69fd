import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, pageOf, requiredLine, wholeNumber, wholeNumberText } from "../fields.ts";
import { deliveryStates, webhookEvents, webhookStates } from "../rules/webhooks.ts";
import { t } from "../text/t.ts";

export const webhookForm = z.strictObject({
  name: requiredLine(t("Name"), 100),
  url: requiredLine(t("Web address"), 2000),
  events: z
    .array(z.enum(webhookEvents, t("There is no such event")), t("Choose at least one event"))
    .min(1, t("Choose at least one event"))
    .max(webhookEvents.length, t("There is no such event"))
    .transform((given) => [...new Set(given)]),
});
export type WebhookForm = z.output<typeof webhookForm>;

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  /** Why the program paused it; null unless it did. */
  pausedReason: z.string().nullable(),
  /** Since when every call has failed; null if the last one was accepted. */
  failingSince: instant.nullable(),
  /** Until when the earlier secret signs too; null if it does not. */
  earlierSecretUntil: instant.nullable(),
  /** Deliveries that wait to be made. */
  waiting: z.number().int(),
  lastDeliveredAt: instant.nullable(),
  createdAt: instant,
  /** Increases with every change. */
  version: z.number().int(),
});
export type Webhook = z.output<typeof webhook>;

export const webhookDelivery = z.object({
  id,
  /** Equal in every attempt, and in the body as `id`. */
  eventId: id,
  /** One of the events, or `webhook.test`. */
  event: z.string(),
  state: z.enum(deliveryStates),
  createdAt: instant,
  attempts: z.number().int(),
  triedAt: instant.nullable(),
  /** The HTTP status of the last answer; null if none came. */
  status: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  /** The beginning of the last answer. */
  answer: z.string().nullable(),
  error: z.string().nullable(),
  /** When it is tried again; null if it is not. */
  nextAt: instant.nullable(),
  /** The JSON that is sent. */
  body: z.string(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const secret = z.string();
const basedOn = wholeNumber(t("Version"), 1, 2_000_000_000);
const change = { perMinute: 30 } as const;

const callsFor = <
  const Who extends { access: "signed-in" | "admin"; tenancy: "personal" | "acting" },
  const Path extends string,
>(
  who: Who,
  path: Path,
  whose: string,
) => ({
  list: endpoint({
    ...who,
    method: "GET",
    path,
    summary: `List ${whose} webhooks`,
    response: z.object({
      items: z.array(webhook),
      /** Why no webhook can be added or switched on; null if it can. */
      refusal: z.string().nullable(),
    }),
  }),
  create: endpoint({
    ...who,
    stepUp: true,
    ...change,
    method: "POST",
    path,
    summary: `Add a webhook to ${whose}; the answer has its secret, which is not shown again`,
    status: 201,
    body: webhookForm,
    response: z.object({ webhook, secret }),
  }),
  update: endpoint({
    ...who,
    stepUp: true,
    ...change,
    method: "PUT",
    path: `${path}/{id}`,
    summary: `Change one of ${whose} webhooks, or switch it on or off`,
    params: byId,
    body: webhookForm.extend({ state: z.enum(["on", "off"]), basedOn }),
    response: webhook,
  }),
  remove: endpoint({
    ...who,
    ...change,
    method: "DELETE",
    path: `${path}/{id}`,
    summary: `Delete one of ${whose} webhooks with its log`,
    params: byId,
    response: done,
  }),
  replaceSecret: endpoint({
    ...who,
    stepUp: true,
    ...change,
    method: "POST",
    path: `${path}/{id}/secret`,
    summary: `Replace the secret of one of ${whose} webhooks; the earlier one signs too for a day`,
    params: byId,
    response: z.object({ webhook, secret }),
  }),
  test: endpoint({
    ...who,
    perMinute: 10,
    method: "POST",
    path: `${path}/{id}/test`,
    summary: `Send a test event to one of ${whose} webhooks`,
    params: byId,
    response: webhookDelivery,
  }),
  deliveries: endpoint({
    ...who,
    method: "GET",
    path: `${path}/{id}/deliveries`,
    summary: `List the deliveries of one of ${whose} webhooks in the last 30 days, newest first`,
    params: byId,
    query: z.strictObject({
      page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
      limit: wholeNumberText(t("Limit"), 1, 100).optional(),
      state: z.enum(deliveryStates).optional(),
    }),
    response: pageOf(webhookDelivery),
  }),
  redeliver: endpoint({
    ...who,
    ...change,
    method: "POST",
    path: `${path}/{id}/deliveries/{deliveryId}`,
    summary: `Deliver an event of one of ${whose} webhooks again, with the same id`,
    params: byId.extend({ deliveryId: id }),
    response: webhookDelivery,
  }),
});

/** Of the caller's own mail. */
export const webhooks = callsFor(personal, "/webhooks", "the caller's");
/** Of the company. They carry what administrators see in the log of sent mail, and ids. */
export const companyWebhooks = callsFor({ access: "admin", tenancy: "acting" }, "/company/webhooks", "the company's");
