import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pressKey } from "#lib/hooks/shortcuts.ts";
import { useWritingCommands } from "./use-writing-commands.tsx";

beforeEach(() => addEventListener("keydown", pressKey));
afterEach(() => removeEventListener("keydown", pressKey));

function Screen(props: { send: () => void; generate: () => void; isGenerating?: boolean; dialog?: string }) {
  const { send, generate, isGenerating = false, dialog } = props;
  useWritingCommands({ group: "Compose", send, generate, isGenerating, assistant: [] });
  return (
    <>
      <section data-brief>
        <input aria-label="Intent" />
      </section>
      <input aria-label="Subject" />
      {dialog && <div role={dialog} data-open />}
    </>
  );
}

function press(field: string, props: { isGenerating?: boolean; dialog?: string } = {}) {
  const calls = { send: vi.fn(), generate: vi.fn() };
  render(<Screen {...calls} {...props} />);
  const box = screen.getByLabelText(field);
  box.focus();
  fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
  return { sent: calls.send.mock.calls.length, generated: calls.generate.mock.calls.length };
}

test("Ctrl+Enter in the message sends it", () => {
  expect(press("Subject")).toEqual({ sent: 1, generated: 0 });
});

test("Ctrl+Enter in the brief generates", () => {
  expect(press("Intent")).toEqual({ sent: 0, generated: 1 });
});

test("Ctrl+Enter in the brief does nothing while a text is being generated", () => {
  expect(press("Intent", { isGenerating: true })).toEqual({ sent: 0, generated: 0 });
});

test.each(["dialog", "alertdialog"])("Ctrl+Enter does not send the mail while a popup is open: %s", (dialog) => {
  expect(press("Subject", { dialog })).toEqual({ sent: 0, generated: 0 });
});
