import { type FollowUp, followUps } from "@intellibox/contract/endpoints/follow-ups";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { useFollowUpActions } from "./follow-up-mutations.ts";

const item = { id: "01890000-0000-7000-8000-000000000001" } as FollowUp;
const client = makeQueryClient();
const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>
      {children}
      <Toaster />
    </MemoryRouter>
  </QueryClientProvider>
);

test.each([
  [{ status: "sent" as const }, "Follow-up sent"],
  [
    { status: "queued" as const, detail: "The server put the mail off: 451" },
    "The follow-up waits in your outbox. The server put the mail off: 451",
  ],
])("a follow-up whose send returns %j shows “%s” [SND-20]", async (response, words) => {
  saveSession(sessionOf("NORMAL_USER"));
  fakeApi().on(followUps.send, () => ({ messageId: "<1@acme.test>", ...response }));
  const { result } = renderHook(() => useFollowUpActions(item), { wrapper: around });
  act(() => result.current.send());
  expect(await screen.findByText(words)).toBeTruthy();
});
