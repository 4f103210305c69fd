import { type NotificationSettings, notifications } from "@intellibox/contract/endpoints/notifications";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { pushState } from "#lib/push/browser-push.ts";
import { turnOff, turnOn } from "./notification-device.ts";

const notificationsKey = ["notifications"] as const;

export const notificationsQuery = queryOptions({
  queryKey: [...notificationsKey, "settings"],
  queryFn: ({ signal }) => call(notifications.get, {}, { signal, fallback: t("The settings could not be loaded") }),
});

/** The state of this browser. Looking at it never asks the user. */
export const pushStateQuery = queryOptions({
  queryKey: [...notificationsKey, "browser"],
  queryFn: pushState,
  staleTime: 0,
});

/**
 * Returns a function that changes settings: shown at once, and taken back if they were refused. Each call sends what is shown then,
 * so that of changes in quick succession none is lost.
 */
export function useChangeNotifications() {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async () => {
      const shown = cache.getQueryData(notificationsQuery.queryKey);
      if (shown) await call(notifications.save, { body: shown.settings }, { fallback: t("Save failed") });
    },
    onError: () => cache.invalidateQueries(notificationsQuery),
    // One after the other.
    scope: { id: "notification settings" },
  });
  return (changes: Partial<NotificationSettings>) => {
    void cache.cancelQueries(notificationsQuery);
    cache.setQueryData(
      notificationsQuery.queryKey,
      (known) => known && { ...known, settings: { ...known.settings, ...changes } },
    );
    mutate();
  };
}

export function useThisDevice() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: notificationsKey });
  const meta = { showsFailure: true };
  const on = useMutation({ mutationFn: turnOn, onSettled, meta });
  const off = useMutation({
    mutationFn: async (id: string | undefined) => {
      await turnOff();
      if (id) await remove(id);
    },
    onSettled,
    meta,
  });
  return { on, off };
}

const remove = (id: string) =>
  call(notifications.removeDevice, { params: { id } }, { fallback: t("The device could not be removed.") });

export function useRemoveDevice() {
  const cache = useQueryClient();
  return useMutation({ mutationFn: remove, onSettled: () => cache.invalidateQueries({ queryKey: notificationsKey }) });
}

export const useTestNotification = () =>
  useMutation({
    mutationFn: (id: string) =>
      call(notifications.test, { params: { id } }, { fallback: t("The test could not be sent.") }),
  });
