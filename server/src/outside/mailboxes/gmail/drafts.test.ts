import { expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { googleWith } from "#test/cloud-world.ts";
import { accountAt } from "#test/stand-ins/google/account.ts";
import { draftHeader } from "../mailbox.ts";
import { openGmailMailbox } from "./gmail.ts";

// Many small calls to the stand-in take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newAccount } = await googleWith(3);

async function opened() {
  const email = newAccount();
  const mailbox = await openGmailMailbox(await accountAt(google, email));
  const id = newId();
  const copy = { id, messageId: `<draft-${id}@x.test>`, mark: null };
  const raw = (subject: string) =>
    Buffer.from(
      `${draftHeader}: ${id}\r\nFrom: ${email}\r\nMessage-ID: ${copy.messageId}\r\nSubject: ${subject}\r\n\r\nHi\r\n`,
    );
  const drafts = async () => {
    const { drafts: all = [] } = (await google.as(email, "GET", "/drafts")) as { drafts?: { id: string }[] };
    return all.map((one) => one.id);
  };
  const subjects = async () => {
    const { messages = [] } = await google.list(email, "labelIds=DRAFT");
    const raws = await Promise.all(messages.map((one) => google.as(email, "GET", `/messages/${one.id}?format=raw`)));
    const texts = raws.map(({ raw: given }) => Buffer.from(String(given), "base64url").toString());
    return texts.map((text) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim()).toSorted();
  };
  const keep = (subject: string, remoteId: string | null) => mailbox.keepDraft?.(raw(subject), { ...copy, remoteId });
  return { email, mailbox, copy, drafts, subjects, keep };
}

test("a draft at Gmail is changed in place, also if the id of its last copy was not stored, and deleted once", async () => {
  const { keep, subjects, drafts, mailbox, copy } = await opened();
  const first = await keep("One", null);
  expect(first).toMatchObject({ isChangedElsewhere: false });
  const second = await keep("Two", first?.remoteId ?? null);
  expect(second).toMatchObject({ isChangedElsewhere: false });
  // As after a kill between the upload and its commit.
  expect(await keep("Three", null)).toMatchObject({ isChangedElsewhere: false });
  expect([await subjects(), (await drafts()).length]).toEqual([["Three"], 1]);
  await mailbox.removeDraft?.({ ...copy, remoteId: second?.remoteId ?? null });
  expect(await drafts()).toEqual([]);
  await mailbox.removeDraft?.({ ...copy, remoteId: second?.remoteId ?? null });
});

test("what its owner changed at Gmail stays beside the draft, and is not deleted with it", async () => {
  const { email, keep, subjects, drafts, mailbox, copy } = await opened();
  const first = await keep("Ours", null);
  const [draftId] = await drafts();
  const theirs = Buffer.from(`From: ${email}\r\nMessage-ID: ${copy.messageId}\r\nSubject: Theirs\r\n\r\nHi\r\n`);
  await google.as(email, "PUT", `/drafts/${draftId}`, { message: { raw: theirs.toString("base64url") } });
  const kept = await keep("Ours again", first?.remoteId ?? null);
  expect(kept).toMatchObject({ isChangedElsewhere: true });
  expect(await subjects()).toEqual(["Ours again", "Theirs"]);
  await mailbox.removeDraft?.({ ...copy, remoteId: kept?.remoteId ?? null });
  expect(await subjects()).toEqual(["Theirs"]);
});
