import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { reindexSearch } from "./reindex-search.ts";

const { person, giveMail, listOf, subjectsOf, world, peek } = await mailWorld();

test("mail that was indexed by an earlier tokenizer is found after it is indexed again", async () => {
  const [old, current] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  // For example, an earlier version did not index the common words of a subject.
  const mails = Array.from({ length: 120 }, (_, at) => mailOf({ subject: `The Köln ${at}`, text: "Die Lieferung." }));
  for (const some of [mails.slice(0, 20), mails.slice(20)]) await giveMail(old, some);
  await giveMail(current, mails.slice(0, 1));
  const before = "update message_search set words = 'earlier' where user_id = $1";
  for (const { id } of [old, current]) await peek(before, [id]);
  await peek("update mailboxes set words_version = 1 where user_id = $1", [old.id]);
  expect(await subjectsOf(old, "lieferung")).toEqual([]);

  await reindexSearch(world);
  expect((await listOf(old, { q: "lieferung", limit: 100 })).items).toHaveLength(100);
  expect(await subjectsOf(old, "koln 7")).toEqual(["The Köln 7"]);
  expect((await listOf(old, { q: "subject:the", limit: 100 })).items).toHaveLength(100);
  // Mail of the current version is not indexed again.
  expect(await subjectsOf(current, "lieferung")).toEqual([]);
  expect(await peek("select distinct words_version from mailboxes")).toEqual([{ words_version: 4 }]);
});

test("mail that an earlier version read by its text part alone is found by the words of its HTML", async () => {
  const reader = await person("NORMAL_USER");
  const html = `<p>${"The quarterly turbine figures rose again in every region. ".repeat(10)}</p>`;
  await giveMail(reader, [mailOf({ subject: "Newsletter", text: "Your client does not support HTML.", html })]);
  const earlier = "Your client does not support HTML.";
  await peek("update message_contents set text = $2, html_text = '' where user_id = $1", [reader.id, earlier]);
  await peek("update messages set snippet = $2 where user_id = $1", [reader.id, earlier]);
  await peek("update message_search set words = 'earlier' where user_id = $1", [reader.id]);
  await peek("update mailboxes set words_version = 3 where user_id = $1", [reader.id]);
  await reindexSearch(world);
  expect(await subjectsOf(reader, "turbine")).toEqual(["Newsletter"]);
  expect(await subjectsOf(reader, '"does not support"')).toEqual([]);
  const { items } = await listOf(reader, {});
  expect(items[0]?.snippet).toMatch(/^The quarterly turbine/);
});
