import { expect, test } from "vitest";
import { changesOf, replaceInHtml, type WrittenMail } from "./apply-fix.ts";

const mail: WrittenMail = {
  ...{ to: "a@x.test, b@x.test", cc: "c@x.test", bcc: "", subject: "Meeting on Tuesday 18 November" },
  html: "<p>Hi,</p><p>see you there.</p><p>Kind regards<br>Jo</p>",
};

test.each([
  ["<p>On Tuesday 18 November, yes.</p>", "<p>On Wednesday 18 November, yes.</p>"],
  [
    "<p>On <strong>Tuesday</strong> 18 <em>November</em>.</p>",
    "<p>On <strong>Wednesday 18 November</strong><em></em>.</p>",
  ],
  ["<p>🎉 On Tuesday&nbsp;18 November</p>", "<p>🎉 On Wednesday 18 November</p>"],
  ["<p>Tuesday</p><p>18 November</p>", "<p>Tuesday</p><p>18 November</p>"],
  [
    '<p>No.</p><blockquote data-quoted="original"><p>Tuesday 18 November</p></blockquote>',
    '<p>No.</p><blockquote data-quoted="original"><p>Tuesday 18 November</p></blockquote>',
  ],
])("words are replaced in %s, and never in the quoted original [CHK-11]", (html, changed) => {
  expect(replaceInHtml(html, "Tuesday 18 November", "Wednesday 18 November")).toBe(changed);
});

test("a replacement is text, not HTML", () => {
  expect(replaceInHtml("<p>41.50</p>", "41.50", "<img src=x>")).toBe("<p>&lt;img src=x&gt;</p>");
  const { subject } = changesOf({ type: "replace", where: "subject", from: "Tuesday", to: "$&" }, mail);
  expect(subject).toBe("Meeting on $& 18 November");
});

test("recipients are removed and replaced on their line [CHK-05]", () => {
  expect(changesOf({ type: "remove-recipient", address: "B@x.test" }, mail)).toEqual({ to: "a@x.test" });
  expect(changesOf({ type: "replace-recipient", address: "c@x.test", by: "d@y.test" }, mail)).toEqual({
    cc: "d@y.test",
  });
  expect(changesOf({ type: "answer-sender", address: "z@x.test" }, mail)).toEqual({ to: "z@x.test", cc: "", bcc: "" });
});

test("an answer is begun above the farewell [CHK-08]", () => {
  const { html } = changesOf({ type: "add-answer", question: "Do you <b>print</b> logos?" }, mail);
  expect(html).toBe(
    "<p>Hi,</p><p>see you there.</p><p>“Do you &lt;b&gt;print&lt;/b&gt; logos?” [your answer]</p><p>Kind regards<br>Jo</p>",
  );
});
