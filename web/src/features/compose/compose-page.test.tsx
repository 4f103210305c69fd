import { assistant } from "@intellibox/contract/endpoints/assistant";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { fakeStream } from "#test/fake-stream.ts";
import { sessionOf } from "#test/people.ts";
import { ComposePage } from "./compose-page.tsx";

beforeEach(() => localStorage.clear());

test("while a long context is read in parts, the draft says which part", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const { send, response } = fakeStream();
  api.on(assistant.draftEmail, () => response);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/compose"]}>
        <ComposePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByRole("textbox", { name: "Intent" }), { target: { value: "Thank Priya" } });
  fireEvent.click(screen.getByRole("button", { name: "Generate" }));
  expect(await screen.findByText("Generating…", { selector: "[role=status]" })).toBeDefined();
  await send("progress", { text: "Reading part 3 of 7" });
  expect(await screen.findByText("Reading part 3 of 7…", { selector: "[role=status]" })).toBeDefined();
});
