import { api } from "@intellibox/contract/api";
import { attachmentPagePath, pageCountHeader } from "@intellibox/contract/rules/file-paths";
import sharp from "sharp";
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { pageText, pdfOf } from "#test/make-documents.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, listOf, app } = await mailWorld();

const pageOf = (who: Caller | null, message: string, part: string, page: number) =>
  app.inject({
    url: `/api${attachmentPagePath(message, part, page)}`,
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
  });

test("a page of an attached PDF is returned as an inert picture, only to the mail's owner", {
  timeout: 120_000,
}, async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  await giveMail(who, [
    mailOf({
      files: [
        { name: "offer.pdf", type: "application/pdf", content: pdfOf({ pages: 2, content: pageText("Offer") }) },
        { name: "fake.pdf", type: "application/pdf", content: "<script>alert(1)</script>" },
      ],
    }),
  ]);
  const id = (await listOf(who)).items[0]?.id ?? "";
  const { body } = await call(who, api.inbox.message, { params: { id } });
  const partOf = (name: string) => body.attachments.find(({ fileName }) => fileName === name)?.part ?? "";

  const second = await pageOf(who, id, partOf("offer.pdf"), 2);
  expect(second.statusCode).toBe(200);
  expect(second.headers).toMatchObject({
    "content-type": "image/webp",
    [pageCountHeader]: "2",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
    "cache-control": expect.stringContaining("no-store"),
  });
  expect((await sharp(second.rawPayload).metadata()).format).toBe("webp");

  const fake = await pageOf(who, id, partOf("fake.pdf"), 1);
  expect([fake.statusCode, fake.json().error]).toEqual([400, "fake.pdf is damaged and cannot be read"]);
  expect((await pageOf(who, id, partOf("offer.pdf"), 3)).statusCode).toBe(400);
  for (const page of [0, -1, 1.5, 1e9]) expect((await pageOf(who, id, "1", page)).statusCode).toBeLessThan(500);
  expect((await pageOf(who, id, "99", 1)).statusCode).toBe(404);
  expect((await pageOf(other, id, partOf("offer.pdf"), 1)).statusCode).toBe(404);
  expect((await pageOf(null, id, partOf("offer.pdf"), 1)).statusCode).toBe(401);
});
