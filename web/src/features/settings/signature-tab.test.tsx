import { users } from "@intellibox/contract/endpoints/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/react";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { loadEditor } from "#components/rich-text/rich-text.tsx";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { profileOf } from "#test/profile.ts";
import { SignatureTab } from "./signature-tab.tsx";

// Loaded here already, so that no test meets the box that is shown before it.
await loadEditor();

const reset = () => screen.getByRole("button", { name: "Reset" });
const isOff = () => reset().getAttribute("aria-disabled") === "true";

// An empty signature, and one whose HTML the editor normalizes.
test.each(["", "<b>Rohan</b>"])(
  "Reset is disabled until the signature %j is edited, and restores it",
  async (stored) => {
    saveSession(sessionOf("NORMAL_USER"));
    fakeApi().on(users.profile, () => profileOf({ signatureHtml: stored }));
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <SignatureTab />
      </QueryClientProvider>,
    );
    const box = await screen.findByRole("textbox", { name: "Signature" }, { timeout: 10_000 });
    const before = box.textContent;
    await waitFor(() => expect(isOff()).toBe(true));
    (box as HTMLElement & { editor: Editor }).editor.commands.insertContent("Kind regards");
    await waitFor(() => expect(isOff()).toBe(false));
    await userEvent.click(reset());
    expect(box.textContent).toBe(before);
    await waitFor(() => expect(isOff()).toBe(true));
  },
);

test("the last typed words are saved, even if Save follows at once [SET-13]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(users.profile, () => profileOf());
  api.on(users.updateProfile, () => profileOf({ signatureHtml: "<p>x</p>" }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <SignatureTab />
    </QueryClientProvider>,
  );
  const box = await screen.findByRole("textbox", { name: "Signature" }, { timeout: 10_000 });
  const { editor } = box as HTMLElement & { editor: Editor };
  editor.commands.insertContent("Rohan");
  await waitFor(() => expect(isOff()).toBe(false));
  // Nothing is rendered between the typing and the click.
  editor.commands.insertContent(" Desai");
  screen.getByRole("button", { name: /^Save/ }).click();
  await waitFor(() => expect(api.callsOf(users.updateProfile)).toHaveLength(1));
  expect(api.callsOf(users.updateProfile)[0]?.body).toEqual({ signatureHtml: "<p>Rohan Desai</p>" });
});
