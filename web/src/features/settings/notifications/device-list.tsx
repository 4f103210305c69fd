import type { NotificationDevice } from "@intellibox/contract/endpoints/notifications";
import { t } from "@intellibox/contract/text/t";
import { shortMoment } from "#lib/format.ts";
import { useRemoveDevice, useThisDevice } from "#api/notifications.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";

/** The browsers that get notifications. Removing one asks nothing: it can be turned on again there. */
export function DeviceList({ devices }: { devices: NotificationDevice[] }) {
  const remove = useRemoveDevice();
  const { off } = useThisDevice();
  if (devices.length === 0) return null;
  const removeOne = ({ id, isCurrent }: NotificationDevice) => (isCurrent ? off : remove).mutate(id);
  return (
    <section aria-labelledby="notified-devices" className="flex flex-col gap-4">
      <h2 id="notified-devices" className="text-lg font-semibold">
        {t("Devices")}
      </h2>
      <ul className="divide-y divide-line rounded-panel border border-line">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-sm text-text">
                {device.name}
                {device.isCurrent && <Badge tone="accent">{t("This device")}</Badge>}
              </p>
              <p className="text-xs text-text-3">{timesOf(device)}</p>
            </div>
            <Button
              size="sm"
              aria-label={t("Remove {name}", { name: device.name })}
              busy={(remove.isPending && remove.variables === device.id) || (off.isPending && device.isCurrent)}
              onClick={() => removeOne(device)}
            >
              {t("Remove")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function timesOf({ createdAt, lastUsedAt }: NotificationDevice): string {
  const added = shortMoment(createdAt);
  return lastUsedAt
    ? t("Added {added}, last notification {used}", { added, used: shortMoment(lastUsedAt) })
    : t("Added {added}, no notification yet", { added });
}
