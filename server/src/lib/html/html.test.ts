import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dangersIn } from "#test/html-dangers.ts";
import { escapeHtml, sanitizeMailHtml, textToHtml } from "./html.ts";
import { type SanitizeOptions, sanitizeHtml } from "./sanitize.ts";

const vectors: { id: string; html: string; why: string }[] = JSON.parse(
  readFileSync(new URL("../../../test/fixtures/xss/vectors.json", import.meta.url), "utf8"),
);
const block: SanitizeOptions = { remoteImages: "block" };

test.each(vectors)("$id leaves nothing that runs or loads: $why", ({ html }) => {
  expect(dangersIn(sanitizeHtml(html, block).html)).toEqual([]);
  expect(dangersIn(sanitizeHtml(html, { remoteImages: "allow" }).html, "allow")).toEqual([]);
});

test("any mixture of hostile pieces leaves nothing that runs or loads", () => {
  const pieces = vectors.map(({ html }) => html);
  const piece = fc.oneof(
    fc.constantFrom(...pieces),
    fc.string(),
    fc.constantFrom("<", ">", '"', "'", "<!--", "-->", "<svg>", "</p>", "<style>", "&lt;", "\0"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (parts) => {
      expect(dangersIn(sanitizeHtml(parts.join(""), block).html)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("an ordinary mail keeps its text, tables, links and styles", () => {
  const { html } = sanitizeHtml(
    `<html><head><title>no</title><style>p{color:red}</style></head><body bgcolor="#eee"><table width="600" cellpadding="0"><tr>
     <td style="padding:10px; color: rgb(1, 2, 3); font-family: 'Arial', sans-serif; background-image:url(x)">Hi <b>Ana</b><o:p>!</o:p></td>
     </tr></table><a href="https://acme.test/a?b=1&amp;c=2" onclick="x()">link</a></body></html>`,
    block,
  );
  expect(html).toContain(
    `<td style="padding: 10px; color: rgb(1, 2, 3); font-family: 'Arial', sans-serif">Hi <b>Ana</b>!</td>`,
  );
  expect(html).toContain(
    '<a href="https://acme.test/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">link</a>',
  );
  expect(html).toContain('<div bgcolor="#eee" class="ib-body">');
  expect(html).toMatch(/^<style>\.ib-mail p\{color: red\}<\/style><div class="ib-mail">/);
  expect(html).not.toMatch(/no</);
});

test("remote pictures are blocked until the reader asks, the mail's own are shown", async () => {
  const mail = `<img src="https://x.test/p.gif?a=1" alt="p"><img src="cid:logo@x"><img src="cid:none"><img src="cid:__proto__">
    <img src="data:image/png;base64,iVBORw0KGgo="><img src="data:image/svg+xml;base64,AAAA"><img src="//x.test/y.png">`;
  const blocked = await sanitizeMailHtml(mail, {
    ...block,
    images: { "logo@x": "/api/mail/messages/1/attachments/2" },
  });
  // The protocol-relative one counts, too.
  expect(blocked.blockedImages).toBe(2);
  expect(blocked.html).toContain('<img alt="p" data-remote-src="https://x.test/p.gif?a=1" />');
  expect(blocked.html).toContain('<img src="/api/mail/messages/1/attachments/2" />');
  expect(blocked.html.match(/ src="/g)).toHaveLength(2);
  const shown = await sanitizeMailHtml(mail, { remoteImages: "allow" });
  expect(shown).toMatchObject({ blockedImages: 0 });
  expect(shown.html).toContain('src="https://x.test/p.gif?a=1"');
});

test("a mail cannot mark its own picture as allowed", () => {
  expect(sanitizeHtml('<img data-remote-src="javascript:x">', block).html).toBe("<img />");
});

test("links go to plain addresses only", () => {
  const links = [
    "javascript:x",
    "JaVa\nscript:x",
    "data:text/html,x",
    "//evil.test",
    "/x",
    "#x",
    "vbscript:x",
    "https://a:b@c.test",
    " https://ok.test ",
  ];
  const { html } = sanitizeHtml(links.map((href) => `<a href="${href}">x</a>`).join(""), block);
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://ok.test/"']);
});

test.each([
  ["depth", "<div>".repeat(50_000)],
  ["open tags", "<a href='".repeat(100_000)],
  ["attributes", `<p ${'a="b" '.repeat(100_000)}>x</p>`],
  ["styles", `<p style="${"color:red;".repeat(100_000)}">x</p>`.repeat(5)],
  ["brackets", "<".repeat(1_000_000)],
])("hostile %s are sanitized or end the worker thread", { timeout: 60_000 }, async (_name, html) => {
  const outcome = await sanitizeMailHtml(html, block).catch((error: Error) => error.name);
  // Too many tags are an error at once.
  if (outcome === "WorkerLostError" || outcome === "Error") return;
  expect(dangersIn((outcome as { html: string }).html)).toEqual([]);
});

test("text becomes HTML with its lines and links", () => {
  expect(textToHtml("a < b & c\nsee https://x.test/a?b=1&c=2. Or ana@x.test")).toBe(
    'a &lt; b &amp; c<br>\nsee <a href="https://x.test/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">https://x.test/a?b=1&amp;c=2</a>. Or <a href="mailto:ana@x.test" target="_blank" rel="noopener noreferrer nofollow">ana@x.test</a>',
  );
  expect(escapeHtml(`<&>"'`)).toBe("&lt;&amp;&gt;&quot;&#39;");
});

test("any text becomes HTML of text, links and line breaks only", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(...vectors.map(({ html }) => html))), (text) => {
      expect(dangersIn(textToHtml(text))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
