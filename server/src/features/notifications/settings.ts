import type { NotificationSettings } from "@intellibox/contract/endpoints/notifications";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { notificationSettings } from "#db/tables/notifications.ts";
import type { Scope } from "#scope.ts";

const defaults: NotificationSettings = {
  ...{ isOn: true, hidesContent: false, onlyPeople: false, onlyImportant: false },
  ...{ quietHours: null, timeZone: "UTC", silentMailboxes: [] },
};

export async function settingsOf(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<NotificationSettings> {
  const [row] = await tx
    .select()
    .from(notificationSettings)
    .where(and(eq(notificationSettings.tenantId, tenantId), eq(notificationSettings.userId, userId)));
  if (!row) return defaults;
  const { tenantId: _tenant, userId: _user, ...settings } = row;
  return settings;
}

/** Not audited: it changes only the caller's own preferences. Ids of mailboxes that are not theirs have no effect. */
export async function saveSettings({ tx, user }: Scope, form: NotificationSettings): Promise<NotificationSettings> {
  const owner = { tenantId: user.tenantId, userId: user.id };
  const row = {
    ...form,
    quietHours: form.quietHours && { ...form.quietHours, days: [...new Set(form.quietHours.days)].sort() },
    silentMailboxes: [...new Set(form.silentMailboxes)],
  };
  return tx(async (fenced) => {
    await fenced
      .insert(notificationSettings)
      .values({ ...owner, ...row })
      .onConflictDoUpdate({ target: [notificationSettings.tenantId, notificationSettings.userId], set: row });
    return row;
  });
}
