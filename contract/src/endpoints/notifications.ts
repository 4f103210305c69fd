import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, knownTimeZone, wholeNumber } from "../fields.ts";
import { textOf } from "../refusal-words.ts";
import { minutesPerDay } from "../rules/notifications.ts";
import { languageCodes } from "../text/language.ts";
import { t } from "../text/t.ts";

const quietHours = z.strictObject({
  /** Minutes of the day in the time zone. */
  from: wholeNumber(t("From"), 0, minutesPerDay - 1),
  to: wholeNumber(t("To"), 0, minutesPerDay - 1),
  /** On which the hours begin: 1 for Monday to 7 for Sunday. */
  days: z
    .array(wholeNumber(t("Day"), 1, 7))
    .min(1, t("Choose at least one day"))
    .max(7, t("Choose at least one day")),
});

export const notificationSettings = z.strictObject({
  isOn: z.boolean(),
  /** The notification names neither the sender nor the subject. */
  hidesContent: z.boolean(),
  /** Only senders that the user has saved or written to, and colleagues. */
  onlyPeople: z.boolean(),
  /** Only mail that is addressed to the user, and neither from a list nor from a program. */
  onlyImportant: z.boolean(),
  quietHours: quietHours.nullable(),
  timeZone: knownTimeZone,
  /** Mailboxes whose mail does not notify. */
  silentMailboxes: z.array(id).max(500, t("Too many mailboxes")),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

/** A browser that gets notifications. */
export const notificationDevice = z.object({
  id,
  /** Such as "Chrome on Windows". */
  name: z.string(),
  createdAt: instant,
  /** When it last got a notification. */
  lastUsedAt: instant.nullable(),
  /** The browser of this session. */
  isCurrent: z.boolean(),
});
export type NotificationDevice = z.output<typeof notificationDevice>;

const notValid = t("The browser's subscription is not valid");
/** Base64url of a fixed number of bytes. */
const bytes = (length: number) => z.string(textOf(t("Key"))).regex(new RegExp(`^[\\w-]{${length}}$`), notValid);

export const notifications = {
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/notifications",
    summary: "Get the caller's notification settings and devices, and the key that a browser subscribes with",
    response: z.object({
      settings: notificationSettings,
      devices: z.array(notificationDevice),
      /** The installation's VAPID key (RFC 8292), as base64url. */
      publicKey: z.string(),
    }),
  }),
  save: endpoint({
    ...personal,
    method: "PUT",
    path: "/notifications",
    summary: "Change the caller's notification settings",
    body: notificationSettings,
    response: notificationSettings,
  }),
  addDevice: endpoint({
    ...personal,
    method: "POST",
    path: "/notifications/devices",
    summary: "Send the caller's notifications to this browser; again, if its subscription or session changed",
    body: z.strictObject({
      /** The address of the browser's push service for this subscription. */
      endpoint: z.string(notValid).min(1, notValid).max(1000, notValid),
      /** The subscription's keys (RFC 8291): a P-256 point and a secret of 16 bytes. */
      p256dh: bytes(87),
      auth: bytes(22),
      /** The key that the browser subscribed with. */
      publicKey: bytes(87),
      language: z.enum(languageCodes),
    }),
    response: notificationDevice,
    status: 201,
    perMinute: 30,
  }),
  removeDevice: endpoint({
    ...personal,
    method: "DELETE",
    path: "/notifications/devices/{id}",
    summary: "Stop sending notifications to a browser",
    params: byId,
    response: done,
  }),
  test: endpoint({
    ...personal,
    method: "POST",
    path: "/notifications/devices/{id}/test",
    summary: "Send a test notification to a browser of the caller",
    params: byId,
    response: done,
    perMinute: 6,
  }),
};
