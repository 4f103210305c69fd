// We write the text of a mail's tsvector, and PostgreSQL parses it: one character that it refuses would block the sync of a
// mailbox. The long form, with every character of Unicode, is for TEST_FAULTS=long.
import { expect, test } from "vitest";
import { mailWords } from "#outside/mime/mail-words.ts";
import { planSearch } from "#features/search/build-tsquery.ts";
import { testWorld } from "#test/test-world.ts";

const { peek } = await testWorld();
const tag = "a1b2c3";
const person = (name: string, address: string) => ({ name, address });
/** As long as the parser allows. */
const mailWith = (text: string, receivers = [text]) => ({
  subject: text.slice(0, 2_000),
  from: person(text.slice(0, 500), `${text.slice(0, 40)}@${text.slice(-20)}.test`),
  to: receivers.map((name) => person(name.slice(0, 500), name.slice(0, 300))),
  cc: [],
  bcc: [],
  text,
  attachments: [],
});

/** Every twentieth of the others: neighbours are of one kind. */
const step = process.env.TEST_FAULTS === "long" ? 1 : 20;
const every = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
  (code) => (code < 0x500 || code % step === 0) && (code < 0xd800 || code > 0xdfff),
);
const letters = every.map((code) => String.fromCodePoint(code)).filter((sign) => /[\p{L}\p{N}\p{M}]/u.test(sign));

/** Whether PostgreSQL accepts the words of a mail and the query for them, and finds one by the other. */
async function isFound(text: string, asked = text): Promise<boolean> {
  const terms = asked
    .split(" ")
    .map((word) => ({ field: "any" as const, text: word, isPhrase: false, isExcluded: false }));
  const { query } = planSearch(terms, tag);
  const [row] = await peek<{ found: boolean }>("select $1::tsvector @@ $2::tsquery as found", [
    mailWords(mailWith(text), tag),
    query,
  ]);
  return row?.found === true;
}

test("a character of any script, alone and beside others, is stored and found", async () => {
  const missed: string[] = [];
  for (let at = 0; at < letters.length; at += 3_000) {
    const some = letters.slice(at, at + 3_000);
    for (const text of [some.join(" "), some.join("")])
      if (!(await isFound(text).catch(() => false))) missed.push(`${at} ${text.slice(0, 20)}`);
  }
  expect(missed).toEqual([]);
}, 120_000);

test("characters that are no letters do not break storing or search", async () => {
  const others = every
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => !/[\p{L}\p{N}\p{M}\0]/u.test(sign) && /[^\p{Cn}\p{Co}]/u.test(sign));
  for (let at = 0; at < others.length; at += 2_000) {
    const some = others.slice(at, at + 2_000);
    expect(await isFound(`zebra ${some.join(" ")} okapi${some.join("")}okapi`, "zebra okapi"), `${at}`).toBe(true);
  }
}, 120_000);

test.each([
  ["one word of a megabyte", "x".repeat(1 << 20)],
  ["a hundred thousand words", Array.from({ length: 100_000 }, (_, at) => `word${at}`).join(" ")],
  ["one word a hundred thousand times", "again ".repeat(100_000)],
  ["long words of four bytes a letter", Array.from({ length: 4_000 }, (_, at) => "𐐨".repeat(70) + at).join(" ")],
  ["marks that pile up", "e\u0301\u0323".repeat(50_000)],
  ["quotes and strokes", "a'b\\c:d*e&f|g!h(i)j<k>l ".repeat(5_000)],
])("a mail of %s is stored", async (_what, text) => {
  // To 200 people with long names, in a script that is indexed by pairs of characters.
  const receivers = Array.from({ length: 200 }, (_, at) =>
    Array.from({ length: 500 }, (_, sign) =>
      String.fromCodePoint(0x4e00 + ((at * 7_919 + sign * sign * 31 + at * sign * 17) % 20_000)),
    ).join(""),
  );
  const words = mailWords(mailWith(text, receivers), tag);
  await expect(peek("select length($1::tsvector)", [words])).resolves.toHaveLength(1);
});
