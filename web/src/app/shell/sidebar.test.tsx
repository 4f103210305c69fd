import { auth } from "@intellibox/contract/endpoints/auth";
import { ownMail } from "@intellibox/contract/endpoints/own-mail";
import { menuOf } from "@intellibox/contract/rules/menu";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { Sidebar } from "./sidebar.tsx";

const unconfirmedMail = {
  id: "01890000-0000-7000-8000-0000000000aa",
  messageId: "<a@acme.test>",
  to: ["x@example.com"],
  subject: "Offer",
  state: "unconfirmed" as const,
  createdAt: "2026-11-16T12:00:00.000Z",
  sendAt: null,
  detail: "Delivery unconfirmed",
};

test.each([
  [{ failed: 2, open: 3, scheduled: 0, failures: [] }, "2 not sent"],
  [{ failed: 1, open: 0, scheduled: 0, failures: [unconfirmedMail] }, "1 not sent or unconfirmed"],
  [{ failed: 0, open: 3, scheduled: 0, failures: [] }, "3 waiting"],
])(
  "the link to the outbox shows failed or waiting mail, in the wide sidebar and in the rail: %j",
  async (counts, words) => {
    saveSession(sessionOf("NORMAL_USER"));
    const api = fakeApi();
    api.on(auth.menus, () => ({ role: "NORMAL_USER", items: menuOf.NORMAL_USER }));
    api.on(ownMail.summary, () => counts);
    const show = (isRail: boolean) => (
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Sidebar isRail={isRail} />
        </MemoryRouter>
      </QueryClientProvider>
    );
    const client = makeQueryClient();
    const { rerender } = render(show(true));
    await screen.findByRole("link", { name: "Outbox", description: words });
    expect(screen.getByRole("link", { name: "Delivery Status" })).toBeTruthy();
    rerender(show(false));
    expect(screen.getByRole("link", { name: "Outbox", description: words })).toBeTruthy();
  },
);
