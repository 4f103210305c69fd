import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Editor } from "@tiptap/react";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadEditor, RichText } from "./rich-text.tsx";
import { richTextExtensions } from "./rich-text-schema.ts";

// Loaded here already, so that no test meets the box that is shown before it.
await loadEditor();

function editorWith(content: string) {
  const editor = new Editor({ extensions: richTextExtensions("Write your email here…"), content, injectCSS: false });
  onTestFinished(() => editor.destroy());
  return editor;
}

test("headings 1 to 6 are kept, and unsupported markup is removed", () => {
  const headings = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Level ${level}</h${level}>`).join("");
  expect(editorWith(headings).getHTML()).toBe(headings);
  const hostile = editorWith('<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>');
  expect(hostile.getHTML()).toBe("<p>Hi</p>");
});

test.each(["http", "https", "ftp", "ftps", "mailto", "tel", "callto", "sms", "cid", "xmpp"])(
  "a %s link is kept, opens in a new tab and sends no referrer [RTX-04]",
  (scheme) => {
    const html = editorWith(`<p><a href="${scheme}:someone">x</a></p>`).getHTML();
    expect(html).toContain(`href="${scheme}:someone"`);
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
  },
);

test.each([
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "/relative",
])("a link to %j is refused, whether it is loaded or set [RTX-04]", (href) => {
  expect(editorWith(`<p><a href="${href}">x</a></p>`).getHTML()).toBe("<p>x</p>");
  const editor = editorWith("<p>x</p>");
  editor.commands.selectAll();
  expect(editor.commands.setLink({ href })).toBe(false);
  expect(editor.getHTML()).toBe("<p>x</p>");
});

test("at least a hundred steps can be undone, and the oldest are dropped [RTX-02]", () => {
  const editor = editorWith("<p></p>");
  vi.useFakeTimers({ now: 0 });
  for (let step = 1; step <= 140; step += 1) {
    vi.setSystemTime(step * 1000);
    editor.commands.insertContent("x");
  }
  let undone = 0;
  while (editor.can().undo() && undone < 200) {
    editor.commands.undo();
    undone += 1;
  }
  // The history drops its oldest steps in batches, never below its depth.
  expect(undone).toBeGreaterThanOrEqual(100);
  expect(undone).toBeLessThan(140);
});

test("changes within 500 ms are one undo step, later ones another [RTX-03]", () => {
  const editor = editorWith("<p></p>");
  vi.useFakeTimers({ now: 10_000 });
  editor.commands.insertContent("a");
  vi.setSystemTime(10_490);
  editor.commands.insertContent("b");
  vi.setSystemTime(10_991);
  editor.commands.insertContent("c");
  editor.commands.undo();
  expect(editor.getText()).toBe("ab");
  editor.commands.undo();
  expect(editor.getText()).toBe("");
});

/** The component as on the first page that uses it, when its editor is not loaded yet. */
const unloaded = async (copy: string) =>
  ((await import(/* @vite-ignore */ `./rich-text.tsx?${copy}`)) as { RichText: typeof RichText }).RichText;

function Owner({ start, next, Text = RichText }: { start: string; next: string; Text?: typeof RichText }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Text label="Message" placeholder="Write your email here…" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(next)}>
        Write for me
      </button>
      <output>{value}</output>
    </>
  );
}

test("what is typed before the editor is there stays, and the caret with it [CMP-19]", async () => {
  const Fresh = await unloaded("typing");
  // The editor must not come before the text is typed.
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
  render(<Owner start="<p></p>" next="" Text={Fresh} />);
  const early = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  expect(early.tagName).toBe("TEXTAREA");
  await userEvent.type(early, "Dear <Priya> & Co{Enter}Thank you");
  expect(screen.getByRole("status").textContent).toBe("<p>Dear &lt;Priya&gt; &amp; Co</p><p>Thank you</p>");
  early.setSelectionRange(24, 24);
  // A word that is being composed keeps the box.
  fireEvent.compositionStart(early);
  vi.mocked(window.requestAnimationFrame).mockRestore();
  await act(async () => {
    for (const frame of frames) frame(0);
    await vi.dynamicImportSettled();
  });
  expect(screen.getByRole("textbox", { name: "Message" })).toBe(early);
  fireEvent.compositionEnd(early);
  const box = await waitFor(() => {
    const found = screen.getByRole<HTMLElement & { editor: Editor }>("textbox", { name: "Message" });
    expect(found.tagName).toBe("DIV");
    return found;
  });
  expect(box.editor.getHTML()).toBe("<p>Dear &lt;Priya&gt; &amp; Co</p><p>Thank you</p>");
  expect(document.activeElement).toBe(box);
  box.editor.commands.insertContent("| ");
  expect(box.editor.getText({ blockSeparator: "\n" })).toBe("Dear <Priya> & Co\nThank | you");
});

test("formatted text is shown, and cannot be changed before the editor is there", async () => {
  render(<Owner start="<p><strong>Mine</strong></p>" next="" Text={await unloaded("showing")} />);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText("Mine")).toBeTruthy();
  expect((await screen.findByRole("textbox", { name: "Message" })).innerHTML).toBe("<p><strong>Mine</strong></p>");
});

test("the editor loads after the form and applies a new value as one undo step", async () => {
  const user = userEvent.setup();
  render(<Owner start="<p>Mine</p>" next="<p>Dear Priya,</p><p>Thank you.</p>" />);
  const box = await screen.findByRole("textbox", { name: "Message" });
  await waitFor(() => expect(box.textContent).toBe("Mine"));
  await user.click(screen.getByRole("button", { name: "Write for me" }));
  expect(box.textContent).toBe("Dear Priya,Thank you.");
  const { editor } = box as HTMLElement & { editor: Editor };
  editor.commands.undo();
  expect(box.textContent).toBe("Mine");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("<p>Mine</p>"));
  editor.commands.redo();
  expect(box.textContent).toBe("Dear Priya,Thank you.");
});

test("the toolbar has the specified tools and no others [CMP-19]", async () => {
  render(<Owner start="<p></p>" next="" />);
  const toolbar = await screen.findByRole("toolbar", { name: /Message/ });
  expect([...toolbar.querySelectorAll("button")].map((button) => button.getAttribute("aria-label"))).toEqual([
    "Bold",
    "Italic",
    "Underline",
    "Bullet list",
    "Numbered list",
    "Quote",
    "Link",
    "Clear formatting",
  ]);
});

/** The editor of a rendered form, with all of its text selected. */
async function selectedText(html: string) {
  render(<Owner start={html} next="" />);
  const box = await screen.findByRole("textbox", { name: "Message" });
  const { editor } = box as HTMLElement & { editor: Editor };
  editor.commands.setTextSelection({ from: 1, to: editor.state.doc.content.size });
  return editor;
}

test.each([
  ["Bold", "<p><strong>Dear Priya</strong></p>"],
  ["Italic", "<p><em>Dear Priya</em></p>"],
  ["Underline", "<p><u>Dear Priya</u></p>"],
  ["Bullet list", "<ul><li><p>Dear Priya</p></li></ul>"],
  ["Numbered list", "<ol><li><p>Dear Priya</p></li></ol>"],
  ["Quote", "<blockquote><p>Dear Priya</p></blockquote>"],
])("%s formats the text, appears pressed, and removes the format again [CMP-19]", async (name, html) => {
  const editor = await selectedText("<p>Dear Priya</p>");
  const tool = screen.getByRole("button", { name });
  await userEvent.click(tool);
  expect(editor.getHTML()).toBe(html);
  await waitFor(() => expect(tool.getAttribute("aria-pressed")).toBe("true"));
  await userEvent.click(tool);
  expect(editor.getHTML()).toBe("<p>Dear Priya</p>");
  await waitFor(() => expect(tool.getAttribute("aria-pressed")).toBe("false"));
});

test("Clear formatting leaves plain paragraphs; Link asks for an address and sets it [CMP-19]", async () => {
  const editor = await selectedText("<blockquote><p><strong>Dear <em>Priya</em></strong></p></blockquote>");
  await userEvent.click(screen.getByRole("button", { name: "Clear formatting" }));
  expect(editor.getHTML()).toBe("<p>Dear Priya</p>");
  await userEvent.click(screen.getByRole("button", { name: "Link" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByRole("textbox"), "https://example.com");
  await userEvent.click(within(dialog).getByRole("button", { name: "Apply" }));
  await waitFor(() =>
    expect(editor.getHTML()).toMatch(/^<p><a [^>]*href="https:\/\/example\.com[^>]*>Dear Priya<\/a><\/p>$/),
  );
});
