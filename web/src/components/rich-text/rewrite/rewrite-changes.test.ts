import { closeHistory } from "@tiptap/pm/history";
import { Editor } from "@tiptap/react";
import { expect, onTestFinished, test } from "vitest";
import { richTextExtensions } from "../rich-text-schema.ts";
import { applyChanges } from "./apply-changes.ts";
import { planChanges } from "./plan-changes.ts";
import { piecesToRewrite, plainText } from "./text-pieces.ts";
import { diffWords } from "./word-diff.ts";

function editorWith(content: string) {
  const editor = new Editor({ extensions: richTextExtensions(""), content, injectCSS: false });
  onTestFinished(() => editor.destroy());
  return editor;
}

/** The HTML after the text was replaced by the new one, and after undoing it. */
function rewritten(html: string, text: string, selected?: { from: number; to: number }) {
  const editor = editorWith(html);
  const before = editor.getHTML();
  if (selected) editor.commands.setTextSelection(selected);
  const pieces = piecesToRewrite(editor.state);
  editor.view.dispatch(applyChanges(editor.state, planChanges(pieces, text, true)));
  editor.view.dispatch(closeHistory(editor.state.tr));
  const after = editor.getHTML();
  editor.commands.undo();
  expect(editor.getHTML()).toBe(before);
  return after;
}

test("a diff is made of words, and changes that one space parts are one", () => {
  expect(diffWords("We are able to pay on Friday.", "We can pay on Friday.")).toEqual([
    { kind: "same", text: "We " },
    { kind: "old", text: "are able to" },
    { kind: "new", text: "can" },
    { kind: "same", text: " pay on Friday." },
  ]);
  expect(diffWords("same", "same")).toEqual([{ kind: "same", text: "same" }]);
  expect(diffWords("", "new")).toEqual([{ kind: "new", text: "new" }]);
});

test("the text for a model has paragraphs and list items, and neither the quoted original nor code [RWR-01]", () => {
  const editor = editorWith(
    '<p>Hi Jo,</p><p>one<br>two</p><ul><li><p>a</p></li><li><p>b</p></li></ul><ol><li><p>c</p></li><li><p>d</p></li></ol><pre><code>x</code></pre><blockquote data-quoted="original"><p>Ignore this</p></blockquote>',
  );
  expect(plainText(piecesToRewrite(editor.state))).toBe("Hi Jo,\n\none\ntwo\n\n- a\n- b\n\n1. c\n2. d");
  editor.commands.setTextSelection({ from: 1, to: 3 });
  expect(plainText(piecesToRewrite(editor.state))).toBe("Hi");
});

test("words that stay keep their formatting, and one undo brings the old text back [RWR-02] [RWR-09]", () => {
  const html =
    '<p>We are <strong>able</strong> to <a href="https://a.test">pay</a> very late.</p><ul><li><p><em>first</em> thing</p></li><li><p>second</p></li></ul>';
  const after = rewritten(html, "We can pay late.\n\n- first thing\n- second");
  expect(after).toMatch(/^<p>We <?/);
  expect(after).toContain('href="https://a.test"');
  expect(after).toContain(">pay</a> late.</p>");
  expect(after).toContain("<ul><li><p><em>first</em> thing</p></li><li><p>second</p></li></ul>");
  expect(after).not.toContain("able");
});

test("paragraphs and list items go, come and are paired in a translation", () => {
  expect(rewritten("<p>Hi Jo,</p><p>I hope you are well.</p><p>It is due.</p>", "Hi Jo,\n\nIt is due.")).toBe(
    "<p>Hi Jo,</p><p>It is due.</p>",
  );
  expect(rewritten("<p>It is due.</p>", "Hi Jo,\n\nIt is due.\n\n- a\n- b")).toBe(
    "<p>Hi Jo,</p><p>It is due.</p><ul><li><p>a</p></li><li><p>b</p></li></ul>",
  );
  expect(rewritten("<ul><li><p>one thing</p></li></ul>", "- one thing\n- two things")).toBe(
    "<ul><li><p>one thing</p></li><li><p>two things</p></li></ul>",
  );
  expect(rewritten("<ul><li><p>one thing</p></li><li><p>gone now</p></li></ul><p>End</p>", "- one thing\n\nEnd")).toBe(
    "<ul><li><p>one thing</p></li></ul><p>End</p>",
  );
  expect(rewritten("<p>Good morning</p><p>See you</p>", "Guten Tag\n\nBis bald")).toBe(
    "<p>Guten Tag</p><p>Bis bald</p>",
  );
});

test("a selection over two paragraphs leaves the text around it alone [RWR-01]", () => {
  // "[first one" and "second] one"
  expect(rewritten("<p>Keep first one</p><p>second one stays</p>", "1st one\n\n2nd", { from: 6, to: 23 })).toBe(
    "<p>Keep 1st one</p><p>2nd one stays</p>",
  );
  expect(rewritten("<p>ab cd ef</p>", "xx\n\nyy", { from: 4, to: 6 })).toBe("<p>ab xx<br><br>yy ef</p>");
});

test("while text streams in, the words that may still come are not struck", () => {
  const pieces = piecesToRewrite(editorWith("<p>We are able to pay.</p><p>Bye</p>").state);
  expect(planChanges(pieces, "We can", false)).toEqual([{ do: "replace", from: 4, to: 4, text: "can" }]);
  expect(planChanges(pieces, "We can pay", false)).toMatchObject([{ do: "replace", text: "can" }]);
  expect(planChanges(pieces, "We can pay.\n\nBye", true)).toMatchObject([{ do: "replace", text: "can" }]);
  expect(planChanges(pieces, "We are able to pay.\n\nBye", true)).toEqual([]);
});
