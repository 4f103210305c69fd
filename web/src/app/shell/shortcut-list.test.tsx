import { auth } from "@intellibox/contract/endpoints/auth";
import { menuOf } from "@intellibox/contract/rules/menu";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, test } from "vitest";
import { type Command, useAllCommands } from "#lib/hooks/shortcuts.ts";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { useRewriteKey } from "#components/rich-text/rewrite/use-rewrite-key.tsx";
import { useWritingCommands } from "#components/writing/use-writing-commands.tsx";
import { messageCommands } from "#features/inbox/actions/message-commands.ts";
import { useMessageFiles } from "#features/inbox/actions/use-message-files.ts";
import { useThreadKeys } from "#features/inbox/message/use-thread-keys.tsx";
import { useTranslating } from "#features/inbox/message/use-translating.tsx";
import { useInboxKeys } from "#features/inbox/use-inbox-keys.tsx";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { commandIcon } from "./command-icons.tsx";
import { catalogue } from "./shortcut-catalogue.ts";
import { ShortcutList } from "./shortcut-list.tsx";
import { useShellCommands } from "./use-shell-commands.tsx";

const nothing = () => undefined;
const can = { move: undefined, label: undefined, star: undefined, snooze: undefined };
const handlers = { act: nothing, pick: nothing, snooze: nothing, mute: nothing, confirmDelete: nothing };
let registered: readonly Command[] = [];

/** Registers what the shell, the inbox with an open message, its conversation and a composer register. */
function Everything() {
  useShellCommands({ toggleRail: nothing, openPalette: nothing, openKeys: nothing });
  const files = useMessageFiles({ openId: "m", onFailure: nothing, onWrite: nothing });
  useInboxKeys({
    ...{ hasMessage: true, commands: messageCommands([], can, handlers), files, move: nothing, open: nothing },
    ...{ back: nothing, choose: nothing, chooseAll: nothing, search: nothing, refresh: nothing, reply: nothing },
    ...{ ask: nothing, showView: nothing },
  });
  useThreadKeys(useRef(null));
  useTranslating(true);
  useWritingCommands({ group: "Writing", send: nothing, generate: nothing, isGenerating: false, assistant: [] });
  useRewriteKey(nothing);
  registered = useAllCommands();
  return null;
}

const show = (shows: "everything" | "sheet") => (
  <QueryClientProvider client={makeQueryClient()}>
    <MemoryRouter>{shows === "everything" ? <Everything /> : <ShortcutList onClose={nothing} />}</MemoryRouter>
  </QueryClientProvider>
);

test("the list of shortcuts has every registered key once, also of pages that are not shown, and finds them [BYD-02]", async () => {
  saveSession(sessionOf("SUPER_ADMIN"));
  const api = fakeApi();
  api.on(auth.menus, () => ({ role: "SUPER_ADMIN", items: menuOf.SUPER_ADMIN }));
  const { unmount } = render(show("everything"));
  await expect.poll(() => registered.some(({ label }) => label === "Dashboard")).toBe(true);
  const keys = registered.flatMap((command) => command.keys ?? []);
  expect(keys).toHaveLength(new Set(keys).size);
  const always = registered.filter(({ group }) => ["Folders", "Go to", "General"].includes(group));
  const listed = [...catalogue, ...always].flatMap((one) => one.keys ?? []);
  // Without an editor, the key that rewrites its text asks the mail.
  expect(listed.toSorted()).toEqual([...keys, "mod+j"].toSorted());
  // Every page and every place can be gone to by key.
  expect(always.filter((command) => command.group !== "General" && !command.keys)).toEqual([]);
  // The palette has an icon for each command.
  expect(registered.filter((command) => !commandIcon(command)).map(({ label }) => label)).toEqual([]);
  unmount();

  // No page is shown: the catalogue alone fills the list.
  render(show("sheet"));
  for (const { label } of catalogue) expect(await screen.findByText(label)).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: "Find a shortcut" }), "snooze");
  expect(screen.getByText("Snooze")).toBeTruthy();
  expect(screen.queryByText("Reply all")).toBeNull();
  await userEvent.type(screen.getByRole("textbox", { name: "Find a shortcut" }), "xyz");
  expect(screen.getByText("No shortcut has these words.")).toBeTruthy();
});
