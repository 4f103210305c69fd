import { type Invitation, invitations } from "@intellibox/contract/endpoints/invitations";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { InvitationCard } from "./invitation-card.tsx";

beforeEach(() => {
  localStorage.clear();
  saveSession(sessionOf("NORMAL_USER"));
});

const id = "01890000-0000-7000-8000-000000000b01";
const message = { id, calendarPart: "2", attachments: [] };

const event: Invitation["events"][number] = {
  title: "Budget <b>review</b>",
  start: { kind: "day", value: "2026-11-20", zone: null },
  end: null,
  repeats: null,
  occurrence: null,
  place: "Room 4",
  link: { url: "https://meet.example.com/abc", host: "meet.example.com" },
  organizer: { name: "Priya Nair", address: "priya@example.com" },
  attendees: [
    { name: "Ana", address: "ana@example.com", answer: "declined", isOptional: true, isMe: false },
    { name: "", address: "me@acme.test", answer: "waiting", isOptional: false, isMe: true },
  ],
  attendeeCount: 2,
  notes: "Bring the figures",
  comment: "",
  isCancelled: false,
  sequence: 0,
};
const base: Invitation = {
  ...{ isReadable: true, method: "request", events: [event], eventCount: 1, answering: "open" },
  ...{ invitedAs: "me@acme.test", answer: null, caution: null, newerId: null },
};

function show(first: Partial<Invitation> = {}) {
  const api = fakeApi();
  let shown = { ...base, ...first };
  api.on(invitations.get, () => shown as never);
  const asked: unknown[] = [];
  api.on(invitations.answer, ({ body }) => {
    asked.push(body);
    const { answer, note } = body as { answer: "accepted"; note: string };
    shown = {
      ...shown,
      answer: { answer, note, answeredAt: new Date().toISOString() as never, state: "sent", isEarlier: false },
    };
    return { messageId: "<1@acme.test>", status: "sent" } as never;
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <InvitationCard message={message} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, asked, user: userEvent.setup() };
}

test("an invitation shows its facts as plain text, and a link with its host [INV-01]", async () => {
  show();
  const card = await screen.findByRole("region", { name: "Invitation" });
  expect(within(card).getByText("Budget <b>review</b>")).toBeTruthy();
  expect(card.querySelector("b")).toBeNull();
  const link = within(card).getByRole("link", { name: "meet.example.com" });
  expect(link.getAttribute("href")).toBe("https://meet.example.com/abc");
  expect(link.getAttribute("rel")).toContain("noopener");
  const [me, ana] = within(card).getAllByRole("listitem");
  expect(me?.textContent).toBe("me@acme.test No answer yet · You");
  expect(ana?.textContent).toBe("Ana <ana@example.com> Declined · Optional");
});

test("only an event that takes place can be added to the calendar [INV-10]", async () => {
  const add = () => screen.queryByRole("button", { name: "Add to calendar" });
  for (const [first, isOffered] of [
    [{}, true],
    [{ method: "publish", answering: "not-asked" }, true],
    [{ method: "cancel", answering: "cancelled" }, false],
    [{ events: [{ ...event, isCancelled: true }], answering: "cancelled" }, false],
    [{ events: [{ ...event, start: null }], answering: "not-asked" }, false],
    [{ method: "reply", answering: "not-asked" }, false],
    [{ method: "counter", answering: "not-asked" }, false],
  ] as [Partial<Invitation>, boolean][]) {
    show(first);
    await screen.findAllByText("Budget <b>review</b>");
    expect(add() !== null, JSON.stringify(first.method)).toBe(isOffered);
    cleanup();
  }
});

test("an answer with a note is sent, shown, and can be changed [INV-04] [INV-06]", async () => {
  const { user, asked } = show();
  await user.click(await screen.findByRole("button", { name: "Add a note" }));
  await user.type(screen.getByLabelText("Note to the organizer"), "See you");
  await user.click(screen.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText(/^You accepted on /)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Accept" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Decline" }));
  expect(await screen.findByText(/^You declined on /)).toBeTruthy();
  expect(asked).toMatchObject([
    { answer: "accepted", note: "See you", despiteCaution: false, undoSeconds: 10 },
    { answer: "declined", note: "" },
  ]);
});

test("an answer that reveals the address is asked about first [INV-08]", async () => {
  const { user, asked } = show({ caution: "spam" });
  await user.click(await screen.findByRole("button", { name: "Maybe" }));
  expect(await screen.findByText(/This message is in spam/)).toBeTruthy();
  expect(asked).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(asked).toMatchObject([{ answer: "tentative", despiteCaution: true }]));
});

test.each([
  ["not-invited", "You are not among the invited people, so there is nothing to answer."],
  ["own", "You organize this event."],
  ["cancelled", "This event was cancelled."],
  ["over", "This event is over."],
  ["replaced", "A newer version of this invitation has arrived."],
] as const)("an invitation that is %s says so and has no buttons [INV-07]", async (answering, words) => {
  show({ answering });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  expect(screen.getByRole("button", { name: "Add to calendar" })).toBeTruthy();
});

test.each([
  [{ method: "cancel", answering: "cancelled" }, "Cancelled event"],
  [{ method: "publish", answering: "not-asked" }, "Event"],
  [{ method: "reply", answering: "not-asked" }, "Answer to an invitation"],
  [{ events: [{ ...event, sequence: 2 }] }, "Changed invitation"],
] as [Partial<Invitation>, string][])("the card of %j is called %s [INV-01]", async (changes, heading) => {
  show(changes);
  expect(await screen.findByRole("region", { name: heading })).toBeTruthy();
});

test("a file that cannot be read is said, with its download [INV-03]", async () => {
  show({ isReadable: false, events: [], method: "other", answering: "not-asked" });
  expect(await screen.findByText("This calendar file cannot be read. You can still download it.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Download" })).toBeTruthy();
});

test("a refused answer says why, and the buttons stay [INV-07]", async () => {
  const { user, api } = show();
  api.on(invitations.answer, () => refusal(409, { code: "conflict", error: "This event was cancelled just now." }));
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  expect((await screen.findByRole("alert")).textContent).toContain("This event was cancelled just now.");
  expect(screen.getByRole("button", { name: "Accept" })).toBeTruthy();
});
