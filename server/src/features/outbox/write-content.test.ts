import { expect, test } from "vitest";
import { withAddresses, writeContent } from "./write-content.ts";

test("each tracked address is signed once, however often its link occurs", () => {
  const links = '<a href="https://acme.test/a">one</a><a href="https://acme.test/b">two</a>'.repeat(500);
  const { html, urls } = writeContent({ body: "", html: links, signatureHtml: "", mark: "f00d" });
  expect(urls).toEqual(["https://acme.test/a", "https://acme.test/b"]);
  const asked: (number | undefined)[] = [];
  const addressed = withAddresses(html, "f00d", (link) => {
    asked.push(link);
    return `https://t.test/${link ?? "pixel"}`;
  });
  expect(asked).toEqual([0, 1, undefined]);
  expect(addressed.match(/https:\/\/t\.test\/[01]"/g)).toHaveLength(1000);
  expect(addressed).not.toContain("f00d");
});
