import { api } from "@intellibox/contract/api";
import { maxAttachmentBytes } from "@intellibox/contract/rules/limits";
import { expect, test } from "vitest";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld } from "#test/outbox-world.ts";

const { writer, call, world, app, addMailbox, logsOf } = await outboxWorld();

const megabyte = 1024 * 1024;
const png = Buffer.from("iVBORw0KGgo=", "base64");

/** A user whose local inbox has a message with a picture of this size in its text. */
async function withPicture(bytes: number) {
  const user = await writer("NORMAL_USER");
  const { who } = user;
  const mailbox = await addMailbox(who, who.email, "local");
  const picture = { name: "p.png", type: "image/png", content: Buffer.concat([png], bytes), contentId: "p@x" };
  const raw = mailOf({ subject: "Pictures", html: '<p>See <img src="cid:p@x"></p>', files: [picture] });
  await deliverLocally({ folder: localMailFolder(world.config.dataDir, who.id) }, Buffer.from(raw), "inbox");
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id: mailbox });
  const { body } = await call(who, api.inbox.threads, { query: {} });
  const id = body.items[0]?.id ?? "";

  async function forwardWith(file: number) {
    const form = new FormData();
    const fields = { to: "priya@example.com", subject: "Fwd", body: "", html: "<p>Note</p>", forward: id };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("files", new Blob([Buffer.alloc(file, "x")], { type: "text/plain" }), "more.txt");
    const packed = new Response(form);
    const answer = await app.inject({
      method: "POST",
      url: "/api/compose/send",
      headers: { authorization: `Bearer ${who.token}`, "content-type": packed.headers.get("content-type") ?? "" },
      payload: Buffer.from(await packed.arrayBuffer()),
    });
    return { status: answer.statusCode, body: answer.json() as { error?: string } };
  }
  return { ...user, id, forwardWith };
}

test("pictures of a forwarded message count with the files towards ten megabytes, and too many are refused in words [LIM-03]", async () => {
  const { who, server, forwardWith } = await withPicture(5 * megabyte);
  const refused = await forwardWith(maxAttachmentBytes - 5 * megabyte + 100_000);
  expect([refused.status, refused.body.error]).toEqual([413, "Attachments exceed 10MB total."]);
  expect([await logsOf(who), server.mails]).toEqual([[], []]);
  const sent = await forwardWith(maxAttachmentBytes - 5 * megabyte - 100_000);
  expect(sent.status).toBe(200);
  const { attachments } = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(attachments.map(({ size }) => Math.round(size / megabyte)).sort()).toEqual([5, 5]);
});

test("a message whose pictures are too large for the text is refused with what to do instead", async () => {
  const { who, id, server, send } = await withPicture(9 * megabyte);
  const refused = await send({ html: "<p>Note</p>", forward: id });
  expect([refused.status, refused.body.error]).toEqual([
    413,
    "The pictures of this message are too large to be forwarded in the text. Forward it as an attachment.",
  ]);
  expect([await logsOf(who), server.mails]).toEqual([[], []]);
});
