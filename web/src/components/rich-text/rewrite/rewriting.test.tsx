import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { pressKey } from "#lib/hooks/shortcuts.ts";
import { ApiError } from "#lib/http/api-error.ts";
import type { RewriteRequest, RewriteText } from "#lib/rewrite-call.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { loadEditor, RichText } from "../rich-text.tsx";

// Loaded here already, so that no test meets the box that is shown before it.
await loadEditor();

afterEach(() => localStorage.clear());

const written = { tokens: 4, durationMs: 5, provider: "builtin", model: "builtin", warnings: [] } as const;
const start = "<p>We are able to <strong>pay</strong> now.</p>";

function Page({ rewrite, html: given = start }: { rewrite: RewriteText; html?: string }) {
  const [html, setHtml] = useState(given);
  return (
    <MemoryRouter>
      <RichText label="Message" value={html} onChange={setHtml} rewrite={rewrite} />
      <output>{html}</output>
    </MemoryRouter>
  );
}

const answering =
  (text: string, asked: RewriteRequest[] = []): RewriteText =>
  async (request, { onText }) => {
    asked.push(request);
    onText(text.slice(0, 4));
    return { ...written, warnings: [], text };
  };

async function choose(name: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Rewrite" }, { timeout: 10_000 }));
  await user.click(await screen.findByRole("menuitem", { name }, { timeout: 10_000 }));
  return user;
}

test("the result is a diff that changes nothing before it is accepted, and can be undone [RWR-02]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const asked: RewriteRequest[] = [];
  const { container } = render(<Page rewrite={answering("We can pay now.", asked)} />);
  const user = await choose("Shorter");
  const accept = await screen.findByRole("button", { name: "Accept" });
  expect(container.querySelector("del")?.textContent).toBe("are able to");
  expect(container.querySelector("ins")?.textContent).toBe("can");
  expect(container.querySelector("output")?.textContent).toBe(start);
  expect(asked).toEqual([{ kind: "shorter", text: "We are able to pay now.", variant: 0 }]);
  expect(document.activeElement).toBe(accept);
  await user.click(screen.getByRole("button", { name: "Regenerate" }));
  await waitFor(() => expect(asked[1]?.variant).toBe(1));
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  await waitFor(() =>
    expect(container.querySelector("output")?.textContent).toBe("<p>We can <strong>pay</strong> now.</p>"),
  );
  expect(container.querySelector("del, ins")).toBeNull();
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Message" }), {
    key: "z",
    code: "KeyZ",
    keyCode: 90,
    ctrlKey: true,
  });
  await waitFor(() => expect(container.querySelector("output")?.textContent).toBe(start));
});

test("Escape discards, ends the call, and leaves the text as it was [RWR-03]", async () => {
  let signal: AbortSignal | undefined;
  const waiting: RewriteText = (_request, stream) => {
    signal = stream.signal;
    stream.onText("We can pay");
    return new Promise(() => undefined);
  };
  const { container } = render(<Page rewrite={waiting} />);
  await choose("Friendlier");
  await screen.findByRole("button", { name: "Stop" });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
  expect(signal?.aborted).toBe(true);
  expect(container.querySelector("del, ins")).toBeNull();
  expect(container.querySelector("output")?.textContent).toBe(start);
  expect(screen.getByRole("textbox", { name: "Message" }).getAttribute("contenteditable")).toBe("true");
});

test("a text that stays the same says so, and an empty one is not sent [RWR-06]", async () => {
  const asked: RewriteRequest[] = [];
  const { unmount } = render(<Page rewrite={answering("We are able to pay now.", asked)} />);
  await choose("Fix grammar");
  expect(await screen.findByText("Nothing to change")).toBeTruthy();
  unmount();
  render(<Page rewrite={answering("x", asked)} html="<p></p>" />);
  await choose("Shorter");
  expect(await screen.findByText("There is no text to rewrite")).toBeTruthy();
  expect(asked).toHaveLength(1);
});

test("what needs a model says what this user can do [RWR-07]", async () => {
  const refusing: RewriteText = async () => {
    const body = { code: "model_required", error: "This needs an AI model." } as const;
    throw new ApiError(body.error, { status: 409, body });
  };
  saveSession(sessionOf("NORMAL_USER"));
  const { unmount } = render(<Page rewrite={refusing} />);
  await choose("Longer");
  expect(await screen.findByText("Ask your admin to connect an AI provider.", { exact: false })).toBeTruthy();
  unmount();
  saveSession(sessionOf("ADMIN"));
  render(<Page rewrite={refusing} />);
  await choose("Longer");
  const link = await screen.findByRole("link", { name: "Connect an AI provider" });
  expect(link.getAttribute("href")).toBe("/settings?tab=ai");
});

test("own words and a language are asked for first, and Ctrl+J opens the menu", async () => {
  const asked: RewriteRequest[] = [];
  render(<Page rewrite={answering("We can pay now.", asked)} />);
  await screen.findByRole("button", { name: "Rewrite" }, { timeout: 10_000 });
  document.addEventListener("keydown", pressKey);
  fireEvent.keyDown(document.body, { key: "j", ctrlKey: true });
  document.removeEventListener("keydown", pressKey);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("menuitem", { name: "In my own words…" }, { timeout: 10_000 }));
  const words = await screen.findByLabelText("How to rewrite it");
  await waitFor(() => expect(document.activeElement).toBe(words));
  await user.keyboard("As a poem{Enter}");
  await screen.findByRole("button", { name: "Accept" });
  expect(asked[0]).toMatchObject({ kind: "own", instruction: "As a poem" });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await choose("Translate to…");
  await user.selectOptions(await screen.findByLabelText("Translate to"), "de");
  await user.click(screen.getByRole("button", { name: "Translate" }));
  await screen.findByRole("button", { name: "Accept" });
  expect(asked[1]).toMatchObject({ kind: "translate", language: "de" });
  expect(localStorage.getItem("intellibox.translate")).toBe("de");
});
