import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Archive } from "lucide-react";
import { expect, test, vi } from "vitest";
import type { CommandName, MessageCommands } from "#features/inbox/actions/message-commands.ts";
import { MessageToolbar } from "./message-toolbar.tsx";

const names: CommandName[] = ["archive", "snooze", "star", "move", "label", "mute", "junk", "read", "trash"];

test("a double click files one message, and goes on two", async () => {
  const run = vi.fn();
  const next = vi.fn();
  const commands = Object.fromEntries(names.map((name) => [name, { label: name, keys: name, Icon: Archive, run }]));
  const unused = { onBack: vi.fn(), onPrevious: undefined, onAsk: vi.fn(), onReply: vi.fn() };
  render(
    <MessageToolbar
      {...unused}
      commands={commands as unknown as MessageCommands}
      fileEntries={[]}
      onNext={next}
      isDraft={false}
      isToAll={false}
    />,
  );
  const user = userEvent.setup();
  await user.dblClick(screen.getByRole("button", { name: "archive" }));
  expect(run).toHaveBeenCalledOnce();
  await user.dblClick(screen.getByRole("button", { name: "Next message" }));
  expect(next).toHaveBeenCalledTimes(2);
  screen.getByRole("button", { name: "archive" }).focus();
  await user.keyboard("{Enter}");
  expect(run).toHaveBeenCalledTimes(2);
});

test("the button says what it does: it answers the sender or all, or continues a draft [SYN-15]", () => {
  const commands = Object.fromEntries(
    names.map((name) => [name, { label: name, keys: name, Icon: Archive, run: vi.fn() }]),
  ) as unknown as MessageCommands;
  const unused = { onBack: vi.fn(), onPrevious: undefined, onNext: undefined, onAsk: vi.fn(), onReply: vi.fn() };
  const named = (isToAll: boolean, isDraft = false) => {
    const { unmount } = render(<MessageToolbar {...{ ...unused, commands, fileEntries: [], isDraft, isToAll }} />);
    const found = ["Reply", "Reply all", "Continue writing"].filter((name) => screen.queryByRole("button", { name }));
    unmount();
    return found;
  };
  expect([named(false), named(true), named(true, true)]).toEqual([["Reply"], ["Reply all"], ["Continue writing"]]);
});
