import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { dropUnwanted } from "#features/prepared-draft-state/drop-drafts.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { askingMail, preparedDraftWorld } from "#test/prepared-draft-world.ts";
import { slowMs } from "#test/rule-world.ts";
import type { Caller } from "#test/test-world.ts";

const { writer, call, peek, world, giveMail, save, switchOn, settled, rowOf, preparedFor } = await preparedDraftWorld();

const messageId = "<boxes@ornate.example>";
const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const isPrepared = async (who: Caller) => {
  const { draft, marked } = await preparedFor(who, "Boxes");
  expect(marked).toBe(draft !== null);
  return marked;
};

/** A user with a draft that waits for a mail. */
async function prepared(date = minutes(-30)) {
  const { who, send } = await writer("NORMAL_USER", { name: "Rohan Desai" });
  const mailbox = await switchOn(who);
  await giveMail(who, [askingMail(who, { messageId, date })]);
  await settled(who);
  expect(await isPrepared(who)).toBe(true);
  return { who, send, mailbox, id: (await rowOf(who, "Boxes"))?.id ?? "" };
}

const answerOf = (who: { email: string }, parts: Parameters<typeof mailOf>[0] = {}) =>
  mailOf({
    ...{ from: who.email, to: "Meera Nair <meera@ornate.example>", subject: "Re: Boxes", text: "Large ones." },
    ...{ headers: [`In-Reply-To: ${messageId}`, `References: ${messageId}`], ...parts },
  });

/** Until the hourly job, the text is only hidden. */
async function expectErased(who: Caller) {
  await dropUnwanted(world);
  const rows = await peek("select from prepared_drafts where user_id = $1 and written is not null", [who.id]);
  expect(rows).toEqual([]);
}

test(
  "the draft is dropped when its owner answers here [DRW-07]",
  async () => {
    const { who, send } = await prepared();
    const body = { to: ["meera@ornate.example"], subject: "Re: Boxes", body: "Large ones." };
    expect((await send({ ...body, inReplyTo: messageId, references: [messageId] })).status).toBeLessThan(300);
    // The mail may be sent between the two calls that `preparedFor` makes.
    await until(async () => {
      const { draft, marked } = await preparedFor(who, "Boxes");
      return draft === null && !marked;
    }, slowMs);
    await expectErased(who);
  },
  slowMs,
);

test.each([
  ["an answer from another program arrives by sync", "sent", {}],
  ["somebody else answers in the thread", "inbox", { from: "Jo <jo@ornate.example>", to: "meera@ornate.example" }],
] as const)(
  "the draft is dropped when %s [DRW-07]",
  async (_what, folder, parts) => {
    const { who } = await prepared();
    await giveMail(who, [answerOf(who, { ...parts })], folder);
    expect(await isPrepared(who)).toBe(false);
    await expectErased(who);
  },
  slowMs,
);

test(
  "the draft is dropped by an answer with an earlier date, if the clock of the sender is ahead [DRW-07]",
  async () => {
    const { who } = await prepared(minutes(30));
    await giveMail(who, [answerOf(who, { date: minutes(1) })], "sent");
    expect(await isPrepared(who)).toBe(false);
  },
  slowMs,
);

test(
  "an older mail of the thread that arrives later drops nothing [DRW-07]",
  async () => {
    const { who } = await prepared();
    await giveMail(who, [answerOf(who, { subject: "Earlier", date: minutes(-600) })], "sent");
    await dropUnwanted(world);
    expect(await isPrepared(who)).toBe(true);
  },
  slowMs,
);

test(
  "the next mail of the sender drops the draft and gets one itself [DRW-07]",
  async () => {
    const { who } = await prepared();
    const text = "Hi Rohan,\n\nsorry, one more. Which colour should they have?\n\nMeera";
    await giveMail(who, [
      askingMail(who, {
        subject: "Re: Boxes",
        text,
        headers: [`In-Reply-To: ${messageId}`, `References: ${messageId}`],
      }),
    ]);
    await settled(who);
    expect((await preparedFor(who, "Boxes")).draft).toBeNull();
    const { draft, marked } = await preparedFor(who, "Re: Boxes");
    expect([draft?.ask, draft?.earlier, marked]).toEqual(["Which colour should they have?", 1, true]);
  },
  slowMs,
);

test(
  "archiving the mail or marking it as spam drops the draft, and undo within the hour brings it back [DRW-07]",
  async () => {
    const { who, id } = await prepared();
    const act = (body: object) => call(who, api.actions.apply, { body: { ids: [id], ...body } as never });
    expect((await act({ action: "archive" })).status).toBe(200);
    expect(await isPrepared(who)).toBe(false);
    expect((await act({ action: "inbox" })).status).toBe(200);
    expect(await isPrepared(who)).toBe(true);
    expect((await act({ action: "junk" })).status).toBe(200);
    expect((await preparedFor(who, "Boxes")).draft).toBeNull();
    await expectErased(who);
  },
  slowMs,
);

test(
  "the draft goes with its mailbox [DRW-09]",
  async () => {
    const { who, mailbox } = await prepared();
    expect((await call(who, api.mailboxes.remove, { params: { id: mailbox } })).status).toBe(200);
    await until(
      async () => (await peek("select from prepared_drafts where user_id = $1", [who.id])).length === 0,
      slowMs,
    );
  },
  slowMs,
);

test(
  "switching it off drops everything, and switching it on again prepares nothing of before [DRW-08]",
  async () => {
    const { who, mailbox } = await prepared();
    await save(who, mailbox, []);
    expect(await isPrepared(who)).toBe(false);
    expect(await peek("select from prepared_drafts where user_id = $1", [who.id])).toEqual([]);
    await save(who, mailbox, ["others"]);
    await giveMail(who, []);
    await settled(who);
    expect(await isPrepared(who)).toBe(false);
  },
  slowMs,
);

test(
  "rows of a month ago are deleted [DRW-08]",
  async () => {
    const { who } = await prepared();
    await peek("update prepared_drafts set created_at = now() - interval '31 days' where user_id = $1", [who.id]);
    await dropUnwanted(world);
    expect(await peek("select from prepared_drafts where user_id = $1", [who.id])).toEqual([]);
  },
  slowMs,
);
