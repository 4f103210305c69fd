import { assistant } from "@intellibox/contract/endpoints/assistant";
import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { mailDangers } from "@intellibox/contract/endpoints/mail-dangers";
import { users } from "@intellibox/contract/endpoints/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { profileOf } from "#test/profile.ts";
import { OneClickReplies } from "./one-click-replies.tsx";

beforeEach(() => saveSession(sessionOf("NORMAL_USER")));

const message = {
  ...{ id: "01890000-0000-7000-8000-000000000a01", from: "priya@example.com", fromName: "Priya", subject: "Samples" },
  ...{ to: [], cc: [], bcc: [], replyTo: [], bodyText: "Can you send three samples?", bodyHtml: null, references: [] },
  ...{ folder: "inbox", warnings: [], automatic: false, date: new Date("2026-11-14T04:16:00Z") },
} as unknown as MailMessage;

function show(offersReplies: boolean) {
  const api = fakeApi();
  api.on(users.profile, () => profileOf({ offersReplies }));
  api.on(mailDangers.get, () => ({ dangers: [] }) as never);
  api.on(assistant.replyIntents, () => ({ intents: [{ label: "Send the samples", stance: "Agree" }] }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <OneClickReplies message={message} onChoose={() => undefined} onArchive={undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return api;
}

test("one-click replies are offered below a message", async () => {
  show(true);
  expect(await screen.findByRole("button", { name: "Send the samples" })).toBeTruthy();
});

test("a user who switched one-click replies off gets none, and none are asked for [SYN-30]", async () => {
  const api = show(false);
  await expect.poll(() => api.callsOf(users.profile).length).toBe(1);
  await new Promise((done) => setTimeout(done, 700));
  expect(screen.queryByRole("button")).toBeNull();
  expect(api.callsOf(assistant.replyIntents)).toEqual([]);
});
