import { assistant } from "@intellibox/contract/endpoints/assistant";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { type ComposeDraft, composeDefaults } from "#lib/drafts/compose-draft.ts";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
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
    expect(result.current).toMatchObject({ restore: undefined, authorship: null, isBusy: false });
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
