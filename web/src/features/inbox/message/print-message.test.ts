import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import { printedPage } from "./print-message.ts";

const message = (parts: Partial<MailMessage>) =>
  ({
    ...{
      subject: "Terms",
      from: "priya@meridian.test",
      fromName: "Priya Nair",
      to: [{ name: "", address: "a@acme.test" }],
      cc: [],
    },
    ...{
      date: new Date("2026-11-14T09:46:00Z"),
      bodyHtml: null,
      bodyText: "Plain words",
      attachments: [],
      imagesAllowed: null,
      mayShowImages: true,
      ...parts,
    },
  }) as unknown as MailMessage;
const pageOf = (parts: Partial<MailMessage>) =>
  new DOMParser().parseFromString(printedPage([message(parts)]), "text/html");

test("the printed page has the head, the attachments by name and the text", () => {
  const file = { part: "2", fileName: "terms.pdf", mimeType: "application/pdf", size: 2048, inline: false };
  const page = pageOf({ attachments: [file] });
  expect(page.querySelector("h1")?.textContent).toBe("Terms");
  expect(page.querySelector("dl")?.textContent).toContain("Priya Nair <priya@meridian.test>");
  expect(page.querySelector("dl")?.textContent).toContain("terms.pdf (2 KB)");
  expect(page.querySelector("pre")?.textContent).toBe("Plain words");
});

test("hostile parts of a mail are printed as words, and load and run nothing", () => {
  const page = pageOf({
    subject: "</title><script>alert(1)</script>",
    fromName: '"><img src=x onerror=alert(1)>',
    bodyHtml:
      '<p onclick="x()">Hi</p><script>alert(1)</script><img src="https://tracker.test/a.png"></template><h1>Fake head</h1>',
  });
  expect(page.querySelectorAll("script, [onclick], [onerror]")).toHaveLength(0);
  expect(page.querySelectorAll("h1")).toHaveLength(1);
  expect(printedPage([message({ bodyHtml: '<img src="https://tracker.test/a.png">' })])).not.toContain("tracker.test");
  expect(page.querySelector("meta[http-equiv]")?.getAttribute("content")).toContain("default-src 'none'");
});

test("a conversation is printed with each message under its own head, and pictures only where they are allowed", () => {
  const picture = '<img src="https://tracker.test/a.png">';
  const html = printedPage([
    message({ bodyText: "First" }),
    message({
      subject: "Re: Terms",
      fromName: "Arun",
      bodyHtml: `${picture}<p>Second</p>`,
    }),
  ]);
  const page = new DOMParser().parseFromString(html, "text/html");
  expect(page.querySelectorAll("h1")).toHaveLength(1);
  expect([...page.querySelectorAll("article dl")].map((head) => head.textContent)).toEqual([
    expect.stringContaining("Priya Nair"),
    expect.stringContaining("Arun"),
  ]);
  expect(html).toContain("Second");
  expect(html).not.toContain("tracker.test");
});
