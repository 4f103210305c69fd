import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { rewriting } from "@intellibox/contract/endpoints/rewriting";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { MessageBody, TranslateButton } from "./message-body.tsx";

beforeEach(() => {
  localStorage.clear();
  saveSession(sessionOf("NORMAL_USER"));
});

const message = {
  ...{ id: "01890000-0000-7000-8000-000000000a01", subject: "Rechnung", bodyText: "Guten Tag", bodyHtml: null },
  ...{ calendarPart: null, htmlOmitted: false, blockedImages: 0, imagesAllowed: null, mayShowImages: true },
} as unknown as MailMessage;
const written = { tokens: 4, durationMs: 5, provider: "compatible", model: "m1", warnings: [] } as const;

function Shown() {
  const [isTranslated, setIsTranslated] = useState(false);
  return (
    <>
      <TranslateButton message={message} isOn={isTranslated} onChange={setIsTranslated} />
      <MessageBody {...{ message, isTranslated }} onFailure={() => undefined} />
    </>
  );
}

function show() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Shown />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("a translation replaces the body as plain text, and the original can be shown again [RWR-10]", async () => {
  const api = fakeApi();
  api.on(rewriting.translateMessage, ({ body }) => ({
    ...written,
    warnings: [],
    text: `Good day <img src=x onerror="alert(1)"> ${(body as { language: string }).language}`,
    isPartial: true,
  }));
  const user = show();
  await user.click(screen.getByRole("button", { name: "Translate" }));
  expect(await screen.findByText(/Good day <img src=x/)).toBeTruthy();
  expect(document.querySelector("img")).toBeNull();
  expect(screen.queryByText("Guten Tag")).toBeNull();
  expect(screen.getByText("Only the beginning of this long message was translated.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show original" }));
  expect(screen.getByText("Guten Tag")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show translation" }));
  await user.selectOptions(screen.getByLabelText("Translate to"), "fr");
  expect(await screen.findByText(/fr$/)).toBeTruthy();
  expect(localStorage.getItem("intellibox.translate")).toBe("fr");
});

test("without a model the message stays, and the reader learns what is needed [RWR-07]", async () => {
  const api = fakeApi();
  api.on(rewriting.translateMessage, () => refusal(409, { code: "model_required", error: "This needs an AI model." }));
  const user = show();
  await user.click(screen.getByRole("button", { name: "Translate" }));
  await waitFor(() => expect(screen.getByText(/Ask your admin to connect an AI provider/)).toBeTruthy());
  expect(screen.getByText("Guten Tag")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Translate", pressed: true }));
  expect(screen.queryByText(/Ask your admin/)).toBeNull();
  expect(screen.getByText("Guten Tag")).toBeTruthy();
});
