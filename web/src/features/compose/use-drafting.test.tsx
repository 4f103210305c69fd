import { assistant } from "@intellibox/contract/endpoints/assistant";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { type ComposeDraft, composeDefaults } from "#lib/drafts/compose-draft.ts";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { fakeStream } from "#test/fake-stream.ts";
import { sessionOf } from "#test/people.ts";
import { useDrafting } from "./use-drafting.ts";

const own = "<p>My own words</p>";

function setUp(changes: Partial<ComposeDraft> = {}) {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const draft = { ...composeDefaults, intent: "Thank Priya", bodyHtml: own, ...changes };
  const heard = { onStart: vi.fn(), onProblem: vi.fn() };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={makeQueryClient()}>{children}</QueryClientProvider>
  );
  const options = {
    latest: () => draft,
    change: (made: Partial<ComposeDraft>) => Object.assign(draft, made),
    ...heard,
  };
  const { result } = renderHook(() => useDrafting(options), { wrapper });
  return { api, draft, result, ...heard };
}

test.each(["generate", "generateTones"] as const)(
  "if generating fails, the user's text stays and no restore is offered: %s",
  async (how) => {
    const { api, draft, result, onProblem } = setUp();
    api.on(assistant.draftEmail, () => refusal(500, ""));
    act(() => result.current[how]());
    await waitFor(() => expect(onProblem).toHaveBeenCalledOnce());
    // The problem is reported before the page is drawn again.
    await waitFor(() => expect(result.current).toMatchObject({ restore: undefined, authorship: null, isBusy: false }));
    expect(draft.bodyHtml).toBe(own);
  },
);

test.each(["generate", "regenerate", "generateTones"] as const)(
  "without an intent nothing is generated, and the form says so: %s",
  (how) => {
    const { api, result, onStart, onProblem } = setUp({ intent: " " });
    act(() => result.current[how]());
    expect(onProblem).toHaveBeenCalledExactlyOnceWith("Intent is required");
    expect(onStart).not.toHaveBeenCalled();
    expect(api.calls).toEqual([]);
  },
);

test("Regenerate keeps the earlier version with its edits, and Restore my text keeps the user's own", async () => {
  const { api, draft, result } = setUp();
  const by = { tokens: 1, durationMs: 1, provider: "builtin" as const, model: "builtin", warnings: [] };
  let written = 0;
  api.on(assistant.draftEmail, () => {
    written += 1;
    return { ...by, subject: `Subject ${written}`, body: `Version ${written}` };
  });
  const versionOnScreen = () => result.current.versions.at + 1;
  act(() => result.current.generate());
  await waitFor(() => expect(result.current.versions.count).toBe(1));
  draft.bodyHtml = "<p>Version 1, edited</p>";
  act(() => result.current.regenerate());
  await waitFor(() => expect(result.current.versions.count).toBe(2));
  expect(api.callsOf(assistant.draftEmail).map(({ body }) => (body as { variant: number }).variant)).toEqual([0, 1]);
  expect([draft.bodyHtml, draft.subject, versionOnScreen()]).toEqual(["<p>Version 2</p>", "Subject 2", 2]);
  act(() => result.current.versions.step(-1));
  expect([draft.bodyHtml, draft.subject, versionOnScreen()]).toEqual(["<p>Version 1, edited</p>", "Subject 1", 1]);
  api.on(assistant.draftEmail, () => refusal(500, ""));
  act(() => result.current.regenerate());
  await waitFor(() => expect(result.current.isBusy).toBe(false));
  expect(result.current.versions.count).toBe(2);
  expect(result.current.authorship).toMatchObject(by);
  act(() => result.current.restore?.());
  expect(draft.bodyHtml).toBe(own);
  expect(result.current.versions.count).toBe(0);
});

test("three tones say what is being read and how many are written", async () => {
  const { api, result } = setUp();
  const streams = [fakeStream(), fakeStream(), fakeStream()] as const;
  let begun = 0;
  api.on(assistant.draftEmail, () => (streams[begun++] ?? streams[0]).response);
  act(() => result.current.generateTones());
  await waitFor(() => expect(begun).toBe(3));
  expect(result.current.tones.progress).toBe("0 of 3 written");
  streams[0].send("progress", { text: "Reading part 2 of 5" });
  await waitFor(() => expect(result.current.tones.progress).toBe("Reading part 2 of 5, 0 of 3 written"));
  const by = { tokens: 1, durationMs: 1, provider: "builtin" as const, model: "builtin", warnings: [] };
  streams[1].send("done", { ...by, subject: "Thanks", body: "Thank you." });
  await waitFor(() => expect(result.current.tones.progress).toBe("Reading part 2 of 5, 1 of 3 written"));
  streams[0].send("token", { text: "Dear Priya" });
  await waitFor(() => expect(result.current.tones.progress).toBe("1 of 3 written"));
});
