import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";
import { addDevice, listDevices, removeDevice } from "./devices.ts";
import { pushIdentity } from "./push-keys.ts";
import { sendTest } from "./send-test.ts";
import { saveSettings, settingsOf } from "./settings.ts";

const { notifications } = api;

export const notificationRoutes = (world: World) => [
  on(notifications.get, async (scope) => {
    const { publicKey } = await pushIdentity(world);
    return scope.tx(async (tx) => ({
      settings: await settingsOf(tx, { tenantId: scope.user.tenantId, userId: scope.user.id }),
      devices: await listDevices(tx, scope),
      publicKey,
    }));
  }),
  on(notifications.save, (scope, { body }) => saveSettings(scope, body)),
  on(notifications.addDevice, async (scope, { body }) => addDevice(scope, (await pushIdentity(world)).publicKey, body)),
  on(notifications.removeDevice, (scope, { params }) => removeDevice(scope, params.id)),
  on(notifications.test, (scope, { params }) => sendTest(scope, params.id)),
];
