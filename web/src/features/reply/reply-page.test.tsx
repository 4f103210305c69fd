import { assistant } from "@intellibox/contract/endpoints/assistant";
import { outbox } from "@intellibox/contract/endpoints/outbox";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/react";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { loadEditor } from "#components/rich-text/rich-text.tsx";
import { fakeApi } from "#test/fake-api.ts";
import { fakeStream } from "#test/fake-stream.ts";
import { sessionOf } from "#test/people.ts";
import { ReplyPage } from "./reply-page.tsx";

// Loaded here already, so that no test meets the box that is shown before it.
await loadEditor();

beforeEach(() => localStorage.clear());

test("a reply is sent with all that was typed, including text that the editor has not reported yet", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(outbox.send, () => ({ messageId: "<1@acme.test>", status: "sent" as const }));
  const state = { to: "priya@example.com", subject: "Re: Terms" };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: "/reply", state }]}>
        <ReplyPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const { editor } = (await screen.findByRole("textbox", { name: "Smart reply" })) as HTMLElement & { editor: Editor };
  act(() => void editor.commands.insertContent("Gl"));
  // The editor has just reported, so its throttle delays the next report.
  await waitFor(() => expect(screen.getByText("1 word")).toBeDefined());
  act(() => void editor.commands.insertContent("adly."));
  // A fired click does not blur the editor. A real one would, and the blur would report the text.
  fireEvent.click(screen.getByRole("button", { name: /^Reply & Send/ }));
  await waitFor(() => expect(api.callsOf(outbox.send)).toHaveLength(1));
  expect(api.callsOf(outbox.send)[0]?.body).toMatchObject({ html: expect.stringContaining("Gladly.") });
});

test("while a long mail is read in parts, the reply says which part", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const { send, response } = fakeStream();
  api.on(assistant.draftReply, () => response);
  const state = { to: "priya@example.com", subject: "Re: Minutes", emailBody: "Dear Ana, please read the minutes." };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: "/reply", state }]}>
        <ReplyPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Generate reply" }));
  expect(await screen.findByText("Generating…", { selector: "[role=status]" })).toBeDefined();
  await send("progress", { text: "Reading part 3 of 7" });
  expect(await screen.findByText("Reading part 3 of 7…", { selector: "[role=status]" })).toBeDefined();
  await send("progress", { text: "Writing" });
  expect(await screen.findByText("Writing…", { selector: "[role=status]" })).toBeDefined();
});
