import { expect, test } from "vitest";
import { forwardDraft } from "./forward-draft.ts";

const message = {
  subject: "Terms <b>",
  from: "priya@meridian.test",
  fromName: "Priya Nair",
  to: [{ name: "", address: "a@acme.test" }],
  cc: [],
  date: new Date("2026-11-14T09:46:00Z"),
  bodyText: "- one\r\n- two\r\n\r\n<script>alert(1)</script>",
};

test("a forwarded message has its head and its text as they are, with nothing that runs", () => {
  const { subject, bodyHtml, to } = forwardDraft(message, false);
  expect([subject, to]).toEqual(["Fwd: Terms <b>", ""]);
  expect(bodyHtml).toContain("From: Priya Nair &lt;priya@meridian.test&gt;<br>");
  expect(bodyHtml).toContain("<p>- one<br>- two</p><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  expect(forwardDraft({ ...message, subject: "FW: Terms" }, false).subject).toBe("FW: Terms");
});

test("a message that is attached as a whole is not quoted", () => {
  expect(forwardDraft(message, true).bodyHtml).toBe("<p></p>");
});
