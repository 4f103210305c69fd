// Mail with headers of the maximum length, in characters that do not compress: it is stored, and so is the mail after it.
import { expect, test } from "vitest";
import { mailWorld } from "#test/mail-world.ts";

const { person, giveMail, listOf, peek } = await mailWorld();

let state = 7;
const next = (below: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
/** Characters of three or four bytes, in random order. */
const letters = (count: number, from = 0x4e00) =>
  Array.from({ length: count }, () => String.fromCodePoint(from + next(20_000))).join("");
const ids = (count: number) => Array.from({ length: count }, () => `<${letters(480)}@${letters(500)}>`);

test.each([
  ["ideographs", 0x4e00],
  ["rare ideographs", 0x20000],
])(
  "headers of nothing but %s",
  async (_what, from) => {
    const who = await person("NORMAL_USER");
    const [own = "", parent = ""] = ids(2);
    const subject = letters(1_990, from);
    const hostile = (messageId: string, mark: string) =>
      [
        `Message-ID: ${messageId}`,
        `In-Reply-To: ${parent}`,
        `References: ${ids(40).join("\r\n ")}`,
        `Subject: ${mark}${subject}`,
        `From: "${letters(495, from)}" <${letters(300, from)}@${letters(190, from)}>`,
        ...Array.from(
          { length: 60 },
          () => `To: "${letters(495, from)}" <${letters(300, from)}@${letters(190, from)}>`,
        ),
        `Reply-To: ${letters(400, from)}@example.com`,
        `List-Id: ${letters(1_900, from)}`,
        "Content-Type: multipart/mixed; boundary=b",
        "",
        "--b",
        "Content-Type: text/plain; charset=utf-8",
        "",
        letters(40_000, from),
        "--b",
        `Content-Type: application/x-${"y".repeat(60_000)}`,
        `Content-ID: <${letters(900, from)}>`,
        `Content-Disposition: attachment; filename="${letters(5_000, from)}.pdf"`,
        "",
        "x",
        "--b--",
      ].join("\r\n");
    await giveMail(who, [
      hostile(own, ""),
      hostile(parent, "Re: "),
      "Message-ID: <after@x>\r\nSubject: Giraffe\r\n\r\nhello",
    ]);
    const [box] = await peek<{ status: string; last_error: string | null }>(
      "select status, last_error from mailboxes where user_id = $1",
      [who.id],
    );
    expect(box).toEqual({ status: "connected", last_error: null });
    expect((await listOf(who)).items).toHaveLength(3);
    expect((await listOf(who, { q: "giraffe" })).items).toHaveLength(1);
  },
  60_000,
);
