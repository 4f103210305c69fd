import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { saveSession } from "#lib/session/session.ts";
import { foldersQuery } from "#api/mail-folders.ts";
import { sessionOf } from "#test/people.ts";
import { useTitle } from "./use-title.ts";

function Titled() {
  useTitle("Inbox");
  return null;
}

test("the title and the installed app's badge show how many messages are unread [PWA-05]", async () => {
  const badge = vi.fn((_count?: number) => Promise.resolve());
  const clear = vi.fn(() => Promise.resolve());
  Object.assign(navigator, { setAppBadge: badge, clearAppBadge: clear });
  onTestFinished(() => {
    Object.assign(navigator, { setAppBadge: undefined, clearAppBadge: undefined });
  });
  saveSession(sessionOf("NORMAL_USER"));
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const withUnread = (unread: number) =>
    cache.setQueryData(foldersQuery.queryKey, {
      mailboxes: [],
      unified: { inbox: { messages: 9, unread } },
    } as never);
  withUnread(3);
  const { unmount } = render(
    <QueryClientProvider client={cache}>
      <Titled />
    </QueryClientProvider>,
  );
  expect(document.title).toBe("(3) Inbox · Intellibox");
  expect(badge).toHaveBeenLastCalledWith(3);
  withUnread(0);
  await vi.waitFor(() => expect(document.title).toBe("Inbox · Intellibox"));
  expect(badge).toHaveBeenLastCalledWith(0);
  unmount();
  expect(clear).toHaveBeenCalled();
});
