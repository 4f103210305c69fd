// Users with mailboxes and browsers that get notifications, through a push service on this machine.
import { api } from "@intellibox/contract/api";
import type { NotificationSettings } from "@intellibox/contract/endpoints/notifications";
import { afterAll } from "vitest";
import { sendNotifications } from "#features/notifications/send-notifications.ts";
import { declareJobs } from "../src/jobs.ts";
import { mailOf } from "./mail-of.ts";
import { mailWorld } from "./mail-world.ts";
import { startPushService } from "./stand-ins/push-service.ts";
import type { Caller } from "./test-world.ts";

const { notifications } = api;

export const settingsForm: NotificationSettings = {
  ...{ isOn: true, hidesContent: false, onlyPeople: false, onlyImportant: false },
  ...{ quietHours: null, timeZone: "UTC", silentMailboxes: [] },
};

/** Call it at the top of a test file. */
export async function notificationWorld(options: Parameters<typeof mailWorld>[0] = {}) {
  const push = await startPushService();
  afterAll(push.close);
  const world = await mailWorld({ jobs: false, ...options });
  if (!options.jobs) await declareJobs(world.world);
  const publicKey = async (who: Caller) => (await world.call(who, notifications.get)).body.publicKey;

  /** A browser of the user with notifications turned on. */
  async function addDevice(who: Caller, subscription = push.subscribe(), headers: Record<string, string> = {}) {
    const { endpoint, p256dh, auth, path } = subscription;
    const body = { endpoint, p256dh, auth, publicKey: await publicKey(who), language: "en" };
    const { status, body: device } = await world.call(who, notifications.addDevice, { body }, headers);
    return { ...device, status, path };
  }

  /** A user whose mailbox has been synced before, with one device. */
  async function reader(role: Parameters<typeof world.person>[0] = "NORMAL_USER") {
    const who = await world.person(role);
    await world.giveMail(who, [mailOf({ subject: "Before" })]);
    const device = await addDevice(who);
    return { who, device, owner: { tenantId: who.tenantId, userId: who.id } };
  }

  const save = (who: Caller, changes: Partial<NotificationSettings>) =>
    world.call(who, notifications.save, { body: { ...settingsForm, ...changes } });
  const send = (who: Caller) => sendNotifications(world.world, { tenantId: who.tenantId, userId: who.id });
  /** The notifications that reached the device since the last call. */
  const seen = new Map<string, number>();
  function toldOn({ path }: { path: string }) {
    const all = push.payloadsOf(path);
    const fresh = all.slice(seen.get(path) ?? 0);
    seen.set(path, all.length);
    return fresh.map(({ title, body }) => `${title}: ${body}`);
  }

  return { ...world, push, addDevice, reader, save, send, toldOn };
}
