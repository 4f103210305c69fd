import { expect, test } from "vitest";
import { dkimResult, listOf, unsubscribeWay } from "./list-unsubscribe.ts";

const way = (listUnsubscribe: string, listUnsubscribePost?: string) =>
  unsubscribeWay({ listUnsubscribe, ...(listUnsubscribePost && { listUnsubscribePost }) }, { allowPrivate: false });
const oneClick = "List-Unsubscribe=One-Click";

test("a call is chosen before a mail, and a mail before a page", () => {
  const both = "<mailto:leave@list.test?subject=leave%20now>, <https://list.test/u?id=1>";
  expect(way(both, oneClick)).toEqual({
    method: "oneClick",
    to: "list.test",
    call: "https://list.test/u?id=1",
    link: "https://list.test/u?id=1",
    mail: { to: "leave@list.test", subject: "leave now", body: expect.any(String) },
  });
  expect(way(both)).toMatchObject({ method: "mail", to: "leave@list.test" });
  expect(way("<http://list.test/u>")).toEqual({ method: "link", to: "http://list.test/u", link: "http://list.test/u" });
  expect(way("https://list.test/u")).toMatchObject({ method: "link" });
  expect(way("<mailto:leave@list.test>", oneClick)).toMatchObject({ method: "mail" });
});

test("a call over HTTP is not made: its page is offered", () => {
  expect(way("<http://list.test/u>", oneClick)).toMatchObject({ method: "link", to: "http://list.test/u" });
  expect(way("<http://list.test/u>, <https://list.test/v>", oneClick)).toMatchObject({ call: "https://list.test/v" });
});

test("several ways without brackets are told apart", () => {
  expect(way("mailto:leave@list.test, https://list.test/u?a=1,2", oneClick)).toMatchObject({
    method: "oneClick",
    call: "https://list.test/u?a=1,2",
    mail: { to: "leave@list.test" },
  });
});

test("a mail goes to one recipient, with the subject and the text of the list only", () => {
  const { mail } =
    way("<mailto:leave@list.test?SUBJECT=a%0D%0ABcc:%20x@y.test&cc=boss@corp.test&bcc=x@y.test&body=b%00>") ?? {};
  expect(mail).toEqual({ to: "leave@list.test", subject: "a Bcc: x@y.test", body: "b" });
  for (const bad of ["a@b.test,c@d.test", "a@b.test%0D%0Ac", "a%2540b", "", "@", `${"x".repeat(400)}@b.test`])
    expect(way(`<mailto:${bad}>`), bad).toBeUndefined();
});

test.for([
  "",
  "<>",
  "<javascript:alert(1)>",
  "<file:///etc/passwd>",
  "<https://user:secret@list.test/>",
  "<ftp://a.test>",
  "no",
  "<https://>",
])("%s is no way", (header) => {
  expect(way(header, oneClick)).toBeUndefined();
});

test.for([
  "127.0.0.1",
  "0x7f.1",
  "10.0.0.1:8080",
  "169.254.169.254",
  "[::1]",
  "[::ffff:10.0.0.1]",
  "localhost",
  "LOCALHOST.",
  "a.localhost",
  "router",
  "nas.local",
  "metadata.google.internal",
])("a page on the private host %s is neither called nor offered, unless the installation allows it", (host) => {
  const listUnsubscribe = `<https://${host}/u>`;
  expect([way(listUnsubscribe), way(listUnsubscribe, oneClick)]).toEqual([undefined, undefined]);
  expect(way(`${listUnsubscribe}, <mailto:leave@list.test>`, oneClick)).not.toHaveProperty("link");
  expect(way(`${listUnsubscribe}, <https://list.test/u>`, oneClick)).toMatchObject({ to: "list.test" });
  expect(unsubscribeWay({ listUnsubscribe }, { allowPrivate: true })).toMatchObject({ method: "link" });
});

test("a list is known by its id, else by its sender", () => {
  expect(listOf({ listId: "News <News.Acme.test>" }, "a@acme.test")).toBe("news.acme.test");
  expect(listOf({ listId: "news.acme.test" }, "a@acme.test")).toBe("news.acme.test");
  expect(listOf({}, "A@acme.test")).toBe("a@acme.test");
});

test("the topmost result of the reader's server about DKIM counts", () => {
  const head = (value: string) =>
    `Received: x\r\nAuthentication-Results: mx.test;\r\n ${value}\r\nSubject: a\r\n\r\ndkim=pass`;
  expect(dkimResult(head("spf=pass; dkim=pass header.d=a.test"))).toBe("pass");
  expect(dkimResult(head("dkim=fail (bad)"))).toBe("fail");
  expect(dkimResult(head("dkim=none"))).toBe("fail");
  expect(dkimResult(head("spf=pass"))).toBeUndefined();
  expect(dkimResult("Subject: a\r\n\r\nAuthentication-Results: x; dkim=fail")).toBeUndefined();
});
