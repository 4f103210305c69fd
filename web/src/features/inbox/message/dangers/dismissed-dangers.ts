import { jsonEntry } from "#lib/storage.ts";

/** The newest messages whose notice was dismissed on this device. */
const entry = jsonEntry("intellibox.dismissed-dangers", (found) =>
  Array.isArray(found) ? found.filter((one) => typeof one === "string") : null,
);
const most = 500;

export const isDismissed = (messageId: string): boolean => entry.read()?.includes(messageId) ?? false;

export function dismissDangers(messageId: string) {
  const others = (entry.read() ?? []).filter((one) => one !== messageId);
  entry.write([messageId, ...others].slice(0, most));
}
