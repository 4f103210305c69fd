import { notifications } from "@intellibox/contract/endpoints/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { notificationsQuery, useChangeNotifications } from "./notifications.ts";

const settings = {
  ...{ isOn: true, hidesContent: false, onlyPeople: false, onlyImportant: false },
  ...{ quietHours: null, timeZone: "UTC", silentMailboxes: [] },
};

test("of changes in quick succession none is lost [NTF-30]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const cache = makeQueryClient();
  cache.setQueryData(notificationsQuery.queryKey, { settings, devices: [], publicKey: "" });
  const api = fakeApi();
  let saved: unknown;
  const first = Promise.withResolvers<void>();
  api.on(notifications.save, async ({ body }) => {
    if (api.callsOf(notifications.save).length === 1) await first.promise;
    saved = body;
    return body as typeof settings;
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useChangeNotifications(), { wrapper });
  act(() => {
    result.current({ hidesContent: true });
    result.current({ onlyPeople: true });
  });
  await vi.waitFor(() => expect(api.callsOf(notifications.save)).toHaveLength(1));
  act(() => result.current({ onlyImportant: true }));
  first.resolve();
  const all = { ...settings, hidesContent: true, onlyPeople: true, onlyImportant: true };
  await vi.waitFor(() => expect(saved).toEqual(all));
  expect(cache.getQueryData(notificationsQuery.queryKey)?.settings).toEqual(all);
});
