import { render, screen } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdKeys } from "./held-keys.ts";
import { type Command, pressKey, turnSingleKeys, useAllCommands, useShortcuts } from "./shortcuts.ts";

function Screen({ commands }: { commands: Command[] }) {
  useShortcuts(commands);
  const listed = useAllCommands();
  return (
    <>
      <input aria-label="Field" />
      <button type="button">Button</button>
      <output>{listed.map(({ label }) => label).join(", ")}</output>
    </>
  );
}
const command = (keys: string, run = vi.fn()) => ({ label: keys, group: "Test", keys, run });

beforeEach(() => document.addEventListener("keydown", pressKey));
afterEach(() => {
  document.removeEventListener("keydown", pressKey);
  turnSingleKeys(true);
});

test("single keys, combinations and sequences run their command", async () => {
  const list = ["c", "mod+k", "g i", "shift+r", "?", "["].map((keys) => command(keys));
  render(<Screen commands={list} />);
  const user = userEvent.setup();
  await user.keyboard("c{Control>}k{/Control}gi{Shift>}R{/Shift}?[[");
  expect(list.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1]);
});

test("Enter presses the focused control, and is a shortcut everywhere else", async () => {
  const open = command("enter");
  render(<Screen commands={[open]} />);
  const user = userEvent.setup();
  screen.getByRole("button").focus();
  await user.keyboard("{Enter}");
  expect(open.run).not.toHaveBeenCalled();
  screen.getByRole("button").blur();
  await user.keyboard("{Enter}");
  expect(open.run).toHaveBeenCalledOnce();
});

test("single keys never fire while typing, combinations do", async () => {
  const [single, combined] = [command("c"), command("mod+k")];
  render(<Screen commands={[single, combined]} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Field"), "ccc{Control>}k{/Control}");
  expect(single.run).not.toHaveBeenCalled();
  expect(combined.run).toHaveBeenCalledOnce();
});

test("keys that are typed before a field has come are written into it, and run no command [ASK-12] [BYD-11]", async () => {
  const [archive, combined] = [command("e"), command("mod+k")];
  render(<Screen commands={[archive, combined]} />);
  const user = userEvent.setup();
  const written = writtenTexts();
  holdKeys();
  await user.keyboard("Meerra{Backspace}{Backspace}a {Shift>}P{/Shift}{Enter}{Control>}k{/Control}");
  // Only a text field takes them.
  screen.getByRole("button").focus();
  await user.keyboard("e");
  screen.getByLabelText("Field").focus();
  await expect.poll(() => written).toEqual([["Field", "Meera Pe"]]);
  expect(archive.run).not.toHaveBeenCalled();
  expect(combined.run).toHaveBeenCalledOnce();
  screen.getByLabelText("Field").blur();
  await user.keyboard("e");
  expect(archive.run).toHaveBeenCalledOnce();
});

test.each([
  ["Escape", (user: UserEvent) => user.keyboard("{Escape}")],
  ["Tab", (user: UserEvent) => user.tab()],
  ["a press of the pointer", (user: UserEvent) => user.click(screen.getByRole("status"))],
])("%s gives up waiting for a field, and what was typed is dropped [BYD-11]", async (_, giveUp) => {
  const archive = command("e");
  render(<Screen commands={[archive]} />);
  const user = userEvent.setup();
  const written = writtenTexts();
  holdKeys();
  await user.keyboard("ee");
  await giveUp(user);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("e");
  expect(archive.run).toHaveBeenCalledOnce();
  screen.getByLabelText("Field").focus();
  await Promise.resolve();
  expect(written).toEqual([]);
});

/** The browser writes into the focused field, which jsdom cannot. */
function writtenTexts() {
  const written: [field: string | null | undefined, text: string][] = [];
  document.execCommand = (_command, _showUi, text = "") =>
    written.push([document.activeElement?.getAttribute("aria-label"), text]) > 0;
  return written;
}

test("single keys do not fire in a dialog, with Alt or during text composition", async () => {
  const single = command("c");
  render(<Screen commands={[single]} />);
  const press = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "c", bubbles: true, ...init }));
  press({ altKey: true });
  press({ isComposing: true });
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("data-open", "");
  document.body.append(dialog);
  press({});
  dialog.remove();
  expect(single.run).not.toHaveBeenCalled();
  press({});
  expect(single.run).toHaveBeenCalledOnce();
});

test("single keys can be turned off and stay off", async () => {
  const [single, combined] = [command("c"), command("mod+k")];
  render(<Screen commands={[single, combined]} />);
  turnSingleKeys(false);
  await userEvent.keyboard("c{Control>}k{/Control}");
  expect(single.run).not.toHaveBeenCalled();
  expect(combined.run).toHaveBeenCalledOnce();
  expect(localStorage.getItem("intellibox.shortcuts")).toBe("off");
});

test("a held key runs its command once, unless the command repeats", () => {
  const [file, move] = [command("e"), { ...command("j"), repeats: true }];
  render(<Screen commands={[file, move]} />);
  const hold = (key: string) => {
    for (const repeat of [false, true, true]) {
      const event = new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
    }
  };
  hold("e");
  hold("j");
  expect(file.run).toHaveBeenCalledOnce();
  expect(move.run).toHaveBeenCalledTimes(3);
});

test("a command runs with the latest state, ends with its screen, and overrides an earlier one with the same key", async () => {
  const [shell, old, fresh] = [vi.fn(), vi.fn(), vi.fn()];
  const { rerender, unmount } = render(<Screen commands={[command("e", old)]} />);
  rerender(<Screen commands={[command("e", fresh)]} />);
  await userEvent.keyboard("e");
  expect(old).not.toHaveBeenCalled();
  expect(fresh).toHaveBeenCalledOnce();
  unmount();
  await userEvent.keyboard("e");
  expect(fresh).toHaveBeenCalledOnce();

  render(<Screen commands={[command("e", shell)]} />);
  render(<Screen commands={[command("e", fresh)]} />);
  await userEvent.keyboard("e");
  expect(shell).not.toHaveBeenCalled();
  expect(fresh).toHaveBeenCalledTimes(2);
});

test("a command answers a key as soon as its screen is in the page", () => {
  const reply = command("r");
  let wasAnswered = false;
  function Shown() {
    useShortcuts([reply]);
    // Runs with the paint of the screen, before effects that may wait.
    useLayoutEffect(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
      wasAnswered = reply.run.mock.calls.length === 1;
    }, []);
    return null;
  }
  render(<Shown />);
  expect(wasAnswered).toBe(true);
});
