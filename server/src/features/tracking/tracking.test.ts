import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { parseMail } from "#outside/mime/parse.ts";
import { outboxWorld } from "#test/outbox-world.ts";
import { tokenSigner } from "./tokens.ts";

const { writer, app, call, person, logsOf, world, peek } = await outboxWorld({
  environment: { PUBLIC_URL: "https://mail.acme.test" },
});
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const gmailProxy = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
const html = `<p>See <a href="https://example.com/a?x=1&amp;y=2">this</a>, <A HREF='http://example.org/'>that</A>, <a href=https://example.com/a?x=1&y=2>this again</a>, <a href="mailto:a@b.co">write</a> or <a href="javascript:alert(1)">not</a>.</p><!-- <a href="https://hidden.example/">x</a> -->`;

async function tracked(headers: Record<string, string> = { "x-track-engagement": "1" }) {
  const { who, server, send } = await writer();
  await send({ html }, { "user-agent": "Sender/1.0", ...headers });
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  const paths = [...(mail.html ?? "").matchAll(/https:\/\/mail\.acme\.test(\/t\/[oc]\/[\w-]+)/g)].map(
    ([, path = ""]) => path,
  );
  return {
    who,
    mail,
    clicks: paths.filter((path) => path.startsWith("/t/c/")),
    pixel: paths.find((path) => path.startsWith("/t/o/")) ?? "",
    counts: async () => {
      const [log] = await logsOf(who);
      return { opens: log?.opens, proxy: log?.proxy_opens, own: log?.own_opens, clicks: log?.clicks };
    },
  };
}
const get = (url: string, userAgent = firefox, remoteAddress = "203.0.113.9") =>
  app.inject({ method: "GET", url, headers: { "user-agent": userAgent }, remoteAddress });

test("with tracking on, the HTML has a pixel and redirects for web links, and is otherwise unchanged [SND-13] [API-13]", async () => {
  const { mail, clicks, pixel } = await tracked();
  expect(pixel).toMatch(/^\/t\/o\/[\w-]{68}$/);
  expect(clicks).toHaveLength(3);
  expect(clicks[0]).toBe(clicks[2]);
  expect(mail.html).toContain('<a href="mailto:a@b.co">');
  expect(mail.html).toContain('<a href="javascript:alert(1)">');
  expect(mail.html).toContain('<!-- <a href="https://hidden.example/">x</a> -->');
});

test("with tracking off there is no pixel and no redirect [SND-13]", async () => {
  for (const value of ["0", ""]) {
    const { mail, clicks, pixel } = await tracked({ "x-track-engagement": value });
    expect(clicks).toEqual([]);
    expect(pixel).toBe("");
    expect(mail.html).toBe(html);
  }
});

test("the text part has no pixel and keeps the links as they were [SND-16]", async () => {
  const { mail } = await tracked();
  expect(mail.text).not.toContain("mail.acme.test");
  expect(mail.text).toContain("https://example.com/a?x=1&y=2");
});

test("opens and clicks are shown in the company's log and in the sender's own Sent, and nowhere else [LOG-11]", async () => {
  const { who, pixel, clicks } = await tracked();
  await get(pixel);
  await get(pixel);
  await get(clicks[0] ?? "");
  const admin = await person("ADMIN", { tenantId: who.tenantId });
  const counts = { tracked: true, opens: 2, clicks: 1, proxyOpens: 0, ownOpens: 0 };
  const { body: log } = await call(admin, api.emailLogs.list, { query: {} });
  expect(log.items).toMatchObject([counts]);
  expect((await call(admin, api.emailLogs.get, { params: { id: log.items[0]?.id ?? "" } })).body).toMatchObject(counts);
  expect((await call(who, api.ownMail.sent, { query: {} })).body.items).toMatchObject([counts]);
  expect((await call(admin, api.ownMail.sent, { query: {} })).body.items).toEqual([]);
});

test("opens by people, by image proxies and by the sender are told apart [SND-15]", async () => {
  const { pixel, counts, who } = await tracked();
  const open = await get(pixel);
  expect(open.statusCode).toBe(200);
  expect(open.headers).toMatchObject({ "content-type": "image/gif", "cache-control": "no-store, max-age=0" });
  await get(pixel, gmailProxy);
  await get(pixel, "Mozilla/5.0");
  await get(pixel, "");
  // The sender's device: the test's own calls come from loopback.
  await get(pixel, "Sender/1.0", "127.0.0.1");
  await get(pixel, "Sender/1.0", "203.0.113.10");
  expect(await counts()).toEqual({ opens: 2, proxy: 3, own: 1, clicks: 0 });
  const rows = await peek<{ actor: string }>("select actor from engagements where tenant_id = $1 order by at, id", [
    who.tenantId,
  ]);
  expect(rows.map(({ actor }) => actor)).toEqual(["person", "proxy", "proxy", "proxy", "sender", "person"]);
});

test("a click leads to the link that was in the mail, and counts [SND-14]", async () => {
  const { clicks, counts } = await tracked();
  const first = await get(clicks[0] ?? "");
  expect(first.statusCode).toBe(302);
  expect(first.headers.location).toBe("https://example.com/a?x=1&y=2");
  expect((await get(clicks[1] ?? "")).headers.location).toBe("http://example.org/");
  expect((await get(clicks[1] ?? "", "Barracuda Sentinel")).statusCode).toBe(302);
  expect(await counts()).toMatchObject({ clicks: 2, proxy: 1 });
});

test("a token that is not signed by us, or names another link, redirects nowhere and counts nothing [SND-14]", async () => {
  const { clicks, pixel, counts, who } = await tracked();
  const token = (clicks[0] ?? "").slice(5);
  const flipped = (at: number) => `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
  const [log] = await logsOf(who);
  const beyond = tokenSigner(world.sealer)({ tenantId: who.tenantId, logId: log?.id ?? "", link: 77 });
  const hostile = [
    flipped(3),
    flipped(30),
    flipped(46),
    flipped(60),
    `${token}A`,
    token.slice(1),
    "x",
    "https:%2F%2Fevil.example",
    "..%2F..%2Fevil",
    pixel.slice(5),
    beyond,
  ];
  for (const bad of hostile) {
    const { statusCode, headers } = await get(`/t/c/${bad}`);
    expect(statusCode).toBe(404);
    expect(headers.location).toBeUndefined();
  }
  for (const bad of [flipped(3), "x", token]) expect((await get(`/t/o/${bad}`)).statusCode).toBe(200);
  expect(await counts()).toEqual({ opens: 0, proxy: 0, own: 0, clicks: 0 });
});

test("a link with characters that a header cannot carry is redirected percent-encoded", async () => {
  const { server, send } = await writer();
  const link = "https://example.com/日本?q=ü&#10;Set-Cookie:x";
  await send({ html: `<a href="${link}">x</a>` }, { "x-track-engagement": "1" });
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  const path = /\/t\/c\/[\w-]+/.exec(mail.html ?? "")?.[0] ?? "";
  const { statusCode, headers } = await get(path);
  expect({ statusCode, location: headers.location }).toEqual({
    statusCode: 302,
    location: "https://example.com/%E6%97%A5%E6%9C%AC?q=%C3%BCSet-Cookie:x",
  });
});
