// Searches for odd strings through the API. TEST_FAULTS=long takes thousands.
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { oddStrings, searchedWords } from "#test/odd-strings.ts";

const isLong = process.env.TEST_FAULTS === "long";
const strings = isLong ? 5_000 : 150;
const mails = isLong ? 3_000 : 60;

const { person, app, giveMail } = await mailWorld();
const reader = await person("NORMAL_USER");
const stranger = await person("NORMAL_USER");
const mailsOf = (count: number, mark: string) =>
  Array.from({ length: count }, (_, at) =>
    mailOf({
      subject: `${searchedWords[at % searchedWords.length]} ${at}`,
      text: `${mark} ${searchedWords.join(" ")} ${"filler ".repeat(at % 50)}`,
    }),
  );

/** As bytes, because a string cannot contain half a character, a broken escape or an encoded NUL. */
const raw = ["%00", "a%00b", "%ED%A0%80", "%FF%FE", "%", "%zz", "%F0%9F", "from:%00", "%22%00%22", "+", "%2B"];

const ask = (q: string) =>
  app.inject({ url: `/api/mail/threads?q=${q}`, headers: { authorization: `Bearer ${reader.token}` } });

test(
  `${strings} odd strings: no search fails, and none finds another user's mail`,
  async () => {
    await giveMail(reader, mailsOf(mails, "mine"));
    await giveMail(stranger, mailsOf(mails, "notmine"));
    const asked = oddStrings(strings, isLong ? Date.now() : 20_261_115);
    for (const q of [...raw, ...asked.map(encodeURIComponent)]) {
      const { statusCode, body } = await ask(q);
      expect([q.slice(0, 300), statusCode, statusCode === 200 ? "" : body]).toEqual([q.slice(0, 300), 200, ""]);
      expect(body).not.toContain("notmine");
    }
  },
  isLong ? 1_800_000 : 120_000,
);
