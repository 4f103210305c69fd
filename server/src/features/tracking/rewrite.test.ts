import { expect, test } from "vitest";
import { trackHtml } from "./rewrite.ts";

const tracks = { pixel: "https://t.test/o/P", redirect: (position: number) => `https://t.test/c/${position}` };
const pixel = '<img src="https://t.test/o/P" width="1" height="1" alt="" style="border:0;width:1px;height:1px">';

test("links in any spelling are rewritten, the same link once", () => {
  const html = `<a class="x" href = "https://a.test/?q=&quot;1&quot;" title='a > b'>1</a><A\nHREF='https://b.test'>2</A><a href="https://a.test/?q=&quot;1&quot;">3</a>`;
  const tracked = trackHtml(html, tracks);
  expect(tracked.urls).toEqual(['https://a.test/?q="1"', "https://b.test"]);
  expect(tracked.html).toBe(
    `<a class="x" href = "https://t.test/c/0" title='a > b'>1</a><A\nHREF="https://t.test/c/1">2</A><a href="https://t.test/c/0">3</a>${pixel}`,
  );
});

test("the pixel is inserted before the end of the body, if there is one", () => {
  expect(trackHtml("<html><body><p>x</p></BODY></html>", tracks).html).toBe(
    `<html><body><p>x</p>${pixel}</BODY></html>`,
  );
});

test("anything but a web link stays unchanged", () => {
  const html = `<a>x</a><a href="">x</a><a href="#top">x</a><a href="/rel">x</a><a href="data:text/html,x">x</a><a href="ftp://a.test">x</a><abbr href="https://a.test">x</abbr><a href="https://">x</a><a data-href="https://a.test">x</a>`;
  expect(trackHtml(html, tracks)).toEqual({ html: html + pixel, urls: [] });
});

test("broken and hostile markup is processed in time and loses nothing", () => {
  for (const piece of ['<a href="', "<a ", "<!--", "<a href='x", '<a "', "<", "<a href=https://a.test/ "]) {
    const html = piece.repeat(200_000);
    const { html: result } = trackHtml(html, tracks);
    expect(result.endsWith(pixel)).toBe(true);
    expect(result.length).toBeGreaterThanOrEqual(html.length);
  }
}, 60_000);
