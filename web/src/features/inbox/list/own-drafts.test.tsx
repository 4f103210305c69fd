import { drafts } from "@intellibox/contract/endpoints/drafts";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { OwnDrafts } from "./own-drafts.tsx";

beforeEach(() => saveSession(sessionOf("NORMAL_USER")));

const draft = {
  ...{ about: "compose", version: "a".repeat(32), to: "priya@example.com", subject: "Offer", snippet: "Dear Priya" },
  ...{ savedAt: "2026-11-16T12:00:00.000Z", answeredId: null, copyId: null },
};

function show(items: (typeof draft)[]) {
  const api = fakeApi();
  api.on(drafts.list, () => ({ items }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <OwnDrafts isAlone />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const words = /^No drafts/;

test("without a draft, here or in a mailbox, the list of drafts says so", async () => {
  show([]);
  expect(await screen.findByText(words)).toBeTruthy();
});

test("a draft that was begun here is listed, and the list does not say that there are none", async () => {
  show([draft]);
  expect(await screen.findByRole("button", { name: /Offer to priya@example.com/ })).toBeTruthy();
  expect(screen.queryByText(words)).toBeNull();
});
