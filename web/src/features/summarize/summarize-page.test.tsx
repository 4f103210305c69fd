import { assistant } from "@intellibox/contract/endpoints/assistant";
import { summaries } from "@intellibox/contract/endpoints/summaries";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { fakeStream } from "#test/fake-stream.ts";
import { sessionOf } from "#test/people.ts";
import { rememberPastedText } from "./pasted-text.ts";
import { SummarizePage } from "./summarize-page.tsx";

const id = "01890000-0000-7000-8000-000000000077";
const summaryResponse = {
  summary: ["Arun wants the contract.", "It is late."],
  summarySources: [0, 0],
  actions: [{ action: "Send it", owner: "", due: "", source: "Arun", sourceIndex: 0 }],
  tokens: 412,
  durationMs: 1284,
  provider: "builtin" as const,
  model: "builtin",
  warnings: [],
};

function open(state: unknown = null) {
  saveSession(sessionOf("NORMAL_USER"));
  rememberPastedText("");
  return show(state);
}

const show = (state: unknown = null) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: "/summarize", state }]}>
        <SummarizePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );

const type = async (text: string) => {
  await userEvent.click(screen.getByLabelText("Email to summarize"));
  await userEvent.paste(text);
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("key points are streamed, then the result shows its engine and its cost [AIX-11]", async () => {
  const api = fakeApi();
  const { send, response } = fakeStream();
  api.on(assistant.summarize, () => response);
  api.on(summaries.keep, ({ body }) => ({ ...(body as object), id, createdAt: "2026-11-14T00:00:00Z" }) as never);
  api.on(summaries.list, () => []);
  open();
  await type("From: Arun\nSubject: Contract\n\nPlease send it.");
  await press("Summarize");
  await waitFor(() => expect(api.callsOf(assistant.summarize)).toHaveLength(1));
  expect(api.callsOf(assistant.summarize)[0]?.headers.get("accept")).toContain("text/event-stream");
  expect(api.callsOf(assistant.summarize)[0]?.body).toMatchObject({
    thread: [{ from: "Arun", to: "", at: null, body: "Please send it." }],
    timeZone: expect.any(String),
  });
  await send("token", { text: "Arun wants " });
  await screen.findByText("Arun wants");
  await send("token", { text: "the contract.\nIt is" });
  await screen.findByText("Arun wants the contract.");
  await screen.findByText("It is");
  expect(screen.queryByRole("tab")).toBeNull();
  await send("done", summaryResponse);
  await screen.findByRole("tab", { name: "Summary (2)" });
  expect(screen.getByText("· 412 tokens · 1,284 ms")).toBeDefined();
  expect(
    screen.getByText("Built-in engine. Ask your admin to connect an AI provider for richer drafts."),
  ).toBeDefined();
  await waitFor(() => expect(api.callsOf(summaries.keep)[0]?.body).toMatchObject({ title: "Contract" }));
});

test("Stop ends the stream, and the points so far stay", async () => {
  const api = fakeApi();
  const { send, response, cutOff } = fakeStream();
  api.on(assistant.summarize, () => response);
  open();
  await type("Hello there");
  await press("Summarize");
  await waitFor(() => expect(api.callsOf(assistant.summarize)).toHaveLength(1));
  await send("token", { text: "The first point.\n" });
  await screen.findByText("The first point.");
  await userEvent.click(screen.getAllByRole("button", { name: "Stop" })[0] as HTMLElement);
  await cutOff();
  await screen.findByText(/^Stopped\./);
  expect(screen.getByText("The first point.")).toBeDefined();
  expect(api.callsOf(summaries.keep)).toHaveLength(0);
});

test("a failure shows the server's message or a fallback, and the text stays [ERR-04]", async () => {
  const api = fakeApi();
  api.on(assistant.summarize, () => refusal(503, {}));
  open();
  await type("Hello there");
  await press("Summarize");
  expect(await screen.findByText("Failed to summarize")).toBeDefined();
  api.on(assistant.summarize, () => refusal(429, { error: "Too many requests." }));
  await press("Try again");
  expect(await screen.findByText("Too many requests.")).toBeDefined();
  expect(screen.getByLabelText("Email to summarize")).toHaveProperty("value", "Hello there");
});

test("a plan from another screen is shown and saved, and can be edited", async () => {
  const api = fakeApi();
  api.on(summaries.keep, ({ body }) => ({ ...(body as object), id, createdAt: "2026-11-14T00:00:00Z" }) as never);
  api.on(summaries.update, () => ({ ok: true }));
  api.on(summaries.list, () => []);
  open({ text: "From: Arun\nTo: Me\nDate: 2026-11-14 10:00\n\nSend it.", actions: summaryResponse.actions });
  expect(await screen.findByRole("tab", { name: "Action Plan (1)" })).toBeDefined();
  expect(screen.getByRole("tab", { name: "Timeline (1)" })).toBeDefined();
  expect(screen.getByLabelText("Email to summarize")).toHaveProperty("value", expect.stringContaining("Send it."));
  await waitFor(() => expect(api.callsOf(summaries.keep)).toHaveLength(1));
  await userEvent.type(screen.getByLabelText("Owner 1"), "Priya");
  const kept = { path: `/summaries/${id}`, body: { actions: [{ ...summaryResponse.actions[0], owner: "Priya" }] } };
  await waitFor(() => expect(api.callsOf(summaries.update).at(-1)).toMatchObject(kept), { timeout: 5000 });
});

test("pasted text is restored for the same user, and not for another one", async () => {
  fakeApi();
  const first = open();
  await type("Dear Rohan");
  first.unmount();
  const second = show();
  expect(screen.getByLabelText("Email to summarize")).toHaveProperty("value", "Dear Rohan");
  second.unmount();
  const session = sessionOf("ADMIN");
  saveSession({ ...session, user: { ...session.user, _id: "01890000-0000-7000-8000-000000000010" } });
  show();
  expect(screen.getByLabelText("Email to summarize")).toHaveProperty("value", "");
});
