import { type BrowserContext, expect, type Page } from "@playwright/test";
import { startPushService } from "../../server/test/stand-ins/push-service.ts";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { browserArgs, findBrowser } from "../browser.ts";
import { preview, readerOf, test } from "../inbox-reader.ts";
import { mailOf } from "../mail.ts";
import { openAs, sessionOf } from "../people.ts";
import { account, profile } from "../shell.ts";
import { productUrl } from "../workers.ts";
import { toastOf } from "../writing.ts";

const executablePath = findBrowser();
test.use({
  ...{ serviceWorkers: "allow", viewport: { width: 1440, height: 900 } },
  // Chromium without windows denies every notification.
  launchOptions: { ...(executablePath && { executablePath }), args: browserArgs },
});

const reader = readerOf([{ subject: "Already here" }]);
type PushService = Awaited<ReturnType<typeof startPushService>>;
let push: PushService;
test.beforeAll(async () => {
  push = await startPushService();
});
test.afterAll(() => push.close());

const notificationsPage = "/profile?tab=notifications";
const turnOn = (page: Page) => page.getByRole("button", { name: "Turn on for this device" });
const turnOff = (page: Page) => page.getByRole("button", { name: "Turn off for this device" });
const choice = (page: Page, name: string) => page.getByRole("switch", { name });
/** Not `check()`, which looks at the switch before a busy page has drawn it. */
async function turn(page: Page, name: string, isOn: boolean) {
  await choice(page, name).click();
  await expect(choice(page, name)).toBeChecked({ checked: isOn });
}

/**
 * The browser of the tests has no push service of its own. This one takes its place: it gives out subscriptions of the stand-in,
 * and keeps the current one as a browser does.
 */
async function givePushService(context: BrowserContext, subscription: ReturnType<PushService["subscribe"]>) {
  await context.addInitScript((given) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
    const key = "test subscription";
    const current = () => {
      const used = localStorage.getItem(key);
      if (!used) return null;
      return {
        endpoint: given.endpoint,
        options: { applicationServerKey: bytes(used) },
        getKey: (name: "p256dh" | "auth") => bytes(given[name]),
        unsubscribe: async () => localStorage.removeItem(key),
      };
    };
    PushManager.prototype.getSubscription = async () => current() as never;
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem(key, String(options?.applicationServerKey));
      return current() as never;
    };
  }, subscription);
}

/** Delivers what the push service got to the service worker, as a browser does. */
async function pushDeliverer(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let registrationId = "";
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  await devtools.send("ServiceWorker.enable");
  await expect.poll(() => registrationId).not.toBe("");
  const origin = productUrl() ?? "";
  return (payload: object) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(payload) });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const all = (await (await navigator.serviceWorker.ready).getNotifications()) ?? [];
    return all.map(({ title, body }) => `${title}: ${body}`);
  });

/** Clicks a notification. The system's own windows are out of a test's reach. */
const clickNotification = async (page: Page, title: string) => {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async (wanted) => {
    const scope = self as unknown as EventTarget & { registration: ServiceWorkerRegistration };
    const notification = (await scope.registration.getNotifications()).find((one) => one.title === wanted);
    const click = Object.assign(new Event("notificationclick"), { notification, waitUntil: () => undefined });
    scope.dispatchEvent(click);
  }, title);
};

test("notifications are turned on by a click, a test comes, and a click on new mail opens it [NTF-01] [NTF-06] [NTF-20]", async ({
  page,
  context,
  request,
}) => {
  const subscription = push.subscribe();
  await context.grantPermissions(["notifications"]);
  await givePushService(context, subscription);
  const session = await sessionOf({ request }, "user");
  await openAs(page, session, notificationsPage);
  await turnOn(page).click();
  await expect(turnOff(page)).toBeVisible();
  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveText([/Chrome on Linux.*This device.*no notification yet/]);

  const deliver = await pushDeliverer(page);
  await page.getByRole("button", { name: "Send a test notification" }).click();
  await expect(toastOf(page, "The test is on its way")).toBeVisible();
  await expect.poll(() => push.payloadsOf(subscription.path).length).toBe(1);
  await deliver(push.payloadsOf(subscription.path)[0] ?? {});
  await expect
    .poll(() => shown(page))
    .toEqual(["Notifications work: New mail will be shown like this on this device."]);

  const { user, dovecot } = reader.it();
  await dovecot.deliver(
    user,
    mailOf({ subject: "Lunch today?", text: "At noon?", from: "Ada Rao <ada@meridian.test>" }),
  );
  await expect.poll(() => push.payloadsOf(subscription.path).length, { timeout: 60_000 }).toBe(2);
  const payload = push.payloadsOf(subscription.path)[1] ?? {};
  expect(payload).toMatchObject({ title: "Ada Rao", body: "Lunch today?" });
  await deliver(payload);
  await expect.poll(() => shown(page)).toContain("Ada Rao: Lunch today?");
  await clickNotification(page, "Ada Rao");
  await expect(page).toHaveURL(/\/inbox\?message=/);
  await expect(preview(page)).toContainText("At noon?");
  await expect.poll(() => shown(page)).not.toContain("Ada Rao: Lunch today?");

  // Many are shown as one with their number.
  for (let count = 1; count <= 5; count++) await deliver({ ...payload, title: `Sender ${count}`, tag: `tag ${count}` });
  await expect
    .poll(async () => (await shown(page)).filter((text) => !text.startsWith("Notifications work")))
    .toEqual(["New messages: 5: Sender 5: Lunch today?"]);
});

test("a sign-out ends the notifications of the browser and takes the shown ones away [NTF-05]", async ({
  page,
  context,
  request,
}) => {
  const subscription = push.subscribe();
  await context.grantPermissions(["notifications"]);
  await givePushService(context, subscription);
  const headers = { authorization: `Bearer ${(await sessionOf({ request }, "user")).token}` };
  const devices = async () =>
    (await (await request.get("/api/notifications", { headers })).json()).devices.length as number;
  const before = await devices();
  await openAs(page, await sessionOf({ request }, "user"), notificationsPage);
  await turnOn(page).click();
  await expect(turnOff(page)).toBeVisible();
  // Again after a reload, with the same subscription.
  await page.reload();
  await expect(turnOff(page)).toBeVisible();
  const deliver = await pushDeliverer(page);
  await deliver({ title: "Ada", body: "Secret", tag: "1", path: "/inbox", count: 1, many: "New messages" });
  await expect.poll(() => shown(page)).toEqual(["Ada: Secret"]);

  await account(page).click();
  await profile(page).getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await expect.poll(() => shown(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("test subscription"))).toBeNull();
  // The page does not wait for the answer of the sign-out.
  await expect.poll(devices).toBe(before);
});

test("the choices are saved at once and survive a reload [NTF-24] [NTF-30] [NTF-31] [NTF-33]", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["notifications"]);
  await givePushService(context, push.subscribe());
  await openAs(page, reader.it().session, notificationsPage);
  await turnOn(page).click();
  await expect(turnOff(page)).toBeVisible();
  const saved = async () => {
    const headers = { authorization: `Bearer ${reader.it().session.token}` };
    return (await (await request.get("/api/notifications", { headers })).json()).settings;
  };
  await turn(page, "Hide sender and subject", true);
  await turn(page, "Only people", true);
  await turn(page, "Only important", true);
  await turn(page, reader.it().mailbox.email, false);
  await turn(page, "No notifications at certain hours", true);
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await page.getByLabel("To", { exact: true }).fill("06:15");
  await page.getByRole("checkbox", { name: "Sunday" }).click();
  await expect.poll(saved).toMatchObject({
    ...{ isOn: true, hidesContent: true, onlyPeople: true, onlyImportant: true },
    ...{ quietHours: { from: 1290, to: 375, days: [1, 2, 3, 4, 5, 6] }, silentMailboxes: [reader.it().mailbox.id] },
    timeZone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  });
  await page.reload();
  await expect(choice(page, "Only people")).toBeChecked();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("06:15");
  await expectAccessibleInAllLooks(page);
  await turn(page, "Notify me of new mail", false);
  await expect(choice(page, "Only people")).toHaveCount(0);
  await expect.poll(async () => (await saved()).isOn).toBe(false);
  const own = page.getByRole("listitem").filter({ hasText: "This device" });
  await own.getByRole("button", { name: "Remove Chrome on Linux" }).click();
  await expect(turnOn(page)).toBeVisible();
  // As the next journey expects.
  const headers = { authorization: `Bearer ${reader.it().session.token}` };
  const data = { ...(await saved()), isOn: true, quietHours: null, silentMailboxes: [], hidesContent: false };
  await request.put("/api/notifications", { headers, data: { ...data, onlyPeople: false, onlyImportant: false } });
});

test("the browser is not asked before a click; a blocked and an unsupported browser say what to do [NTF-01]", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const asked = { count: 0 };
    Object.assign(window, { asked });
    Notification.requestPermission = async () => {
      asked.count++;
      return "denied";
    };
    const state = () => sessionStorage.getItem("permission") ?? "default";
    Object.defineProperty(Notification, "permission", { get: state });
    if (sessionStorage.getItem("no push")) Reflect.deleteProperty(window, "PushManager");
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: { count: number } }).asked.count);
  await openAs(page, reader.it().session, notificationsPage);
  await expect(turnOn(page)).toBeVisible();
  expect(await asked()).toBe(0);
  await turnOn(page).click();
  await expect.poll(asked).toBe(1);
  await expect(turnOn(page)).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem("permission", "denied"));
  await page.reload();
  await expect(page.getByText("Notifications of this site are blocked in the browser.")).toBeVisible();
  await expect(turnOn(page)).toHaveCount(0);
  await expectAccessibleInAllLooks(page);
  await page.evaluate(() => sessionStorage.setItem("no push", "1"));
  await page.reload();
  await expect(page.getByText("This browser cannot show notifications.")).toBeVisible();
  await expect(turnOn(page)).toHaveCount(0);
});
