import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/react";
import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { loadEditor, RichText } from "./rich-text.tsx";
import type { RichTextHandle } from "./rich-text-editor.tsx";

// Loaded here already, so that no test meets the box that is shown before it.
await loadEditor();

const draft =
  "<p>Dear Anita,</p><ul><li><p>We accept <strong>[your</strong> answer].</p></li></ul><p>By [date], {FirstName}.</p>" +
  '<blockquote data-quoted="original" type="cite"><p>[your question]</p></blockquote>';

function Page({ start }: { start: string }) {
  const [html, setHtml] = useState(start);
  const handle = useRef<RichTextHandle>(null);
  return (
    <>
      <RichText label="Message" value={html} onChange={setHtml} handleRef={handle} marksBlanks />
      <button type="button" onClick={() => setHtml(draft.replace("Anita", "Priya"))}>
        Generate
      </button>
      <button type="button" onClick={() => handle.current?.selectFirstBlank()}>
        Send
      </button>
      <output>{html}</output>
    </>
  );
}

async function open(start = draft) {
  render(<Page start={start} />);
  const box = (await screen.findByRole("textbox", { name: "Message" })) as HTMLElement & { editor: Editor };
  const { editor } = box;
  const selected = () => {
    const { from, to } = editor.state.selection;
    return editor.state.doc.textBetween(from, to);
  };
  return { box, editor, selected, user: userEvent.setup() };
}

test("placeholders in the writer's own text are marked and counted, and the mail's HTML stays the same", async () => {
  const { box, editor } = await open();
  expect([...box.querySelectorAll("mark")].map((mark) => mark.textContent).join("|")).toBe(
    "[your| answer]|[date]|{FirstName}",
  );
  expect(editor.getHTML()).toBe(draft);
  expect(screen.getByText("3 blanks to fill in.")).toBeDefined();
  const help = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toContain("Esc, then Tab leaves the text");
});

test("Tab and Shift+Tab step through the blanks like fields, and leave the text after the last one", async () => {
  const { editor, selected, user } = await open();
  act(() => void editor.commands.focus("start"));
  const tab = async (keys = "{Tab}") => {
    await user.keyboard(keys);
    return selected();
  };
  expect(await tab()).toBe("[your answer]");
  await waitFor(() => expect(screen.getByText("Blank 1 of 3: [your answer]")).toBeDefined());
  expect(await tab()).toBe("[date]");
  expect(await tab("{Shift>}{Tab}{/Shift}")).toBe("[your answer]");
  act(() => void editor.commands.insertContent("on Monday"));
  expect(await tab()).toBe("[date]");
  expect(await tab()).toBe("{FirstName}");
  expect(document.activeElement).toBe(editor.view.dom);
  await tab();
  expect(document.activeElement).not.toBe(editor.view.dom);
  expect(editor.getText()).toContain("We accept on Monday.");
});

test("in a new draft Tab begins at the first blank, wherever the caret was", async () => {
  const { editor, selected, user } = await open();
  act(() => void editor.commands.focus("end"));
  await user.click(screen.getByRole("button", { name: "Generate" }));
  act(() => editor.view.focus());
  await user.keyboard("{Tab}");
  expect(selected()).toBe("[your answer]");
});

test("Escape, then Tab leaves the text at once, also from a list item", async () => {
  const { editor, selected, user } = await open();
  act(() => void editor.commands.focus("start"));
  await user.keyboard("{Tab}{Escape}{Tab}");
  expect(selected()).toBe("[your answer]");
  expect(document.activeElement).not.toBe(editor.view.dom);
});

test("the buttons go round, and the page can show the first blank", async () => {
  const { editor, selected, user } = await open();
  await user.click(screen.getByRole("button", { name: "Previous blank" }));
  expect(selected()).toBe("{FirstName}");
  await user.click(screen.getByRole("button", { name: "Next blank" }));
  expect(selected()).toBe("[your answer]");
  await user.click(screen.getByRole("button", { name: "Next blank" }));
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(selected()).toBe("[your answer]");
  expect(document.activeElement).toBe(editor.view.dom);
});

test("a text without blanks has no bar, and Tab still indents a list item", async () => {
  const { editor, user } = await open("<ul><li><p>one</p></li><li><p>two</p></li></ul>");
  expect(screen.queryByText(/to fill in/)).toBeNull();
  act(() => void editor.commands.focus("end"));
  await user.keyboard("{Tab}");
  expect(editor.getHTML()).toBe("<ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul>");
});
