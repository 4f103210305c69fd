import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, listOf } = await mailWorld();
const { actions, briefings } = api;

const briefingOf = async (who: Caller) =>
  (await call(who, briefings.get, { query: { timeZone: "Asia/Kolkata" } })).body;
const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);
const meera = "Meera Nair <meera@ornate.example>";

test("mail that asks something is to be answered, with the sentence that asks [BRF-01]", async () => {
  const who = await person("NORMAL_USER", { name: "Rohan Desai" });
  const to = `Rohan Desai <${who.email}>`;
  await giveMail(who, [
    mailOf({
      to,
      from: meera,
      subject: "Boxes",
      text: "Hi Rohan,\n\nWhich size of boxes do you need?\n\nMeera",
      date: ago(3),
    }),
    mailOf({
      to,
      from: "Jan <jan@firma.example>",
      subject: "Termin",
      text: "Hallo Rohan,\n\nkönnen Sie am Freitag um 10 Uhr?\n\nGrüße\nJan",
      date: ago(4),
    }),
    mailOf({
      to,
      from: meera,
      subject: "News",
      text: "Hi Rohan,\n\nThe boxes have left our house.\n\nMeera",
      date: ago(5),
    }),
    mailOf({
      ...{ to, from: "Shop <no-reply@shop.example>", subject: "Offer", date: ago(6) },
      ...{ text: "Do you want to save 20 % today?", headers: ["List-Unsubscribe: <https://shop.example/u>"] },
    }),
    mailOf({ to, from: meera, subject: "Old", text: "Can you call me?", date: ago(24 * 20) }),
    mailOf({ to: "team@ornate.example", from: meera, subject: "Others", text: "Can you call me today?", date: ago(7) }),
  ]);
  const { toAnswer, rest } = await briefingOf(who);
  expect(toAnswer.map(({ subject, ask }) => [subject, ask])).toEqual([
    ["Boxes", "Which size of boxes do you need?"],
    ["Termin", "können Sie am Freitag um 10 Uhr?"],
  ]);
  expect(rest.map(({ fromName, count }) => [fromName, count])).toEqual([
    ["Meera Nair", 2],
    ["Shop", 1],
  ]);
});

test("many newsletters do not hide a question, and what a doubtful mail asks is not repeated [BRF-07]", async () => {
  const who = await person("NORMAL_USER", { name: "Rohan Desai" });
  const to = `Rohan Desai <${who.email}>`;
  const news = Array.from({ length: 60 }, (_, at) =>
    mailOf({
      ...{ to, from: "Shop <shop@shop.example>", subject: `Offer ${at}`, text: "Do you want it?", date: ago(1) },
      headers: ["List-Unsubscribe: <https://shop.example/u>"],
    }),
  );
  const fraud =
    "Hi Rohan,\n\nour bank account has changed. Could you pay the open invoice to DE89 3704 0044 0532 0130 00 by tomorrow?";
  await giveMail(who, [
    ...news,
    mailOf({ to, from: meera, subject: "Boxes", text: "Hi Rohan,\n\nWhich size do you need?", date: ago(30) }),
    mailOf({ to, from: "Bills <bills@vendor.example>", subject: "Account", text: fraud, date: ago(2) }),
  ]);
  const { toAnswer, deadlines } = await briefingOf(who);
  expect(toAnswer.map(({ subject, ask }) => [subject, ask])).toEqual([
    ["Account", "This mail looks doubtful. Read its warning first."],
    ["Boxes", "Which size do you need?"],
  ]);
  expect(deadlines).toEqual([]);
});

test("a thread that the user answered or archived is not named [BRF-01]", async () => {
  const who = await person("NORMAL_USER");
  const ask = (subject: string, messageId: string) =>
    mailOf({ to: who.email, from: meera, subject, messageId, text: "Which size do you need?", date: ago(5) });
  await giveMail(who, [ask("Answered", "<a1@x>"), ask("Archived", "<a2@x>"), ask("Open", "<a3@x>")]);
  const answer = {
    from: who.email,
    to: meera,
    subject: "Re: Answered",
    headers: ["In-Reply-To: <a1@x>"],
    date: ago(2),
  };
  await giveMail(who, [mailOf(answer)], "sent");
  const archived = (await listOf(who)).items.find(({ subject }) => subject === "Archived");
  await call(who, actions.apply, { body: { ids: [archived?.id ?? ""], action: "archive" } });
  expect((await briefingOf(who)).toAnswer.map(({ subject }) => subject)).toEqual(["Open"]);
});

test("tasks that are due within a week are named, the soonest first, and only the reader's [BRF-02]", async () => {
  const who = await person("NORMAL_USER", { name: "Rohan Desai" });
  const day = (days: number) =>
    new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(ago(-24 * days));
  const mail = (subject: string, text: string) =>
    mailOf({
      to: `Rohan Desai <${who.email}>`,
      from: meera,
      subject,
      text: `Hi Rohan,\n\n${text}\n\nMeera`,
      date: ago(5),
    });
  await giveMail(who, [
    mail("Later", `Please send the signed contract by ${day(5)}.`),
    mail("Soon", `Please send the price list by ${day(2)}.`),
    mail("Far", `Please send the report by ${day(40)}.`),
    mail("Mine", `I will send the samples by ${day(3)}.`),
  ]);
  const { deadlines } = await briefingOf(who);
  expect(deadlines.map(({ subject }) => subject)).toEqual(["Soon", "Later"]);
  expect(deadlines[0]?.what).toMatch(/price list/);
});

test("a task of a mail that names the reader by the address only is the reader's [BRF-02]", async () => {
  const who = await person("NORMAL_USER", { name: "Rohan Desai" });
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(ago(-24));
  const text = `Three things before then:\n\n- Please send me the returns by ${day}, 5 pm.\n- I will book the room.\n\nPriya`;
  await giveMail(who, [mailOf({ to: who.email, text, date: ago(5) })]);
  expect((await briefingOf(who)).deadlines.map(({ what }) => what)).toEqual(["Send Priya the returns"]);
});

test("nobody reads the briefing of somebody else [BRF-03]", async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  await giveMail(who, [mailOf({ to: who.email, text: "Can you call me today?", date: ago(1) })]);
  expect(await briefingOf(other)).toEqual({ toAnswer: [], deadlines: [], waiting: [], rest: [] });
  const odd = { timeZone: "UTC", user: who.id };
  expect((await call(other, briefings.get, { query: odd })).status).toBe(400);
});
