import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { composeMail } from "#outside/mime/compose.ts";
import { readMail } from "#outside/mime/read-mail.ts";
import { accountAt } from "#test/stand-ins/microsoft/account.ts";
import { rewrite, subjectsOf } from "#test/stand-ins/microsoft/draft-json.ts";
import { headerOf } from "#test/stand-ins/microsoft/mail-store.ts";
import { type Microsoft, startMicrosoft } from "#test/stand-ins/microsoft.ts";
import type { KeptCopy } from "../mailbox.ts";
import { openOutlookMailbox } from "./outlook.ts";

let microsoft: Microsoft;
beforeAll(async () => {
  microsoft = await startMicrosoft();
});
afterAll(() => microsoft.stop());

let count = 0;
async function opened() {
  const email = `drafts${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  let onPatch: (() => void) | undefined;
  const account = accountAt(microsoft, email);
  const observed: typeof fetch = (url, options) => {
    if (options?.method === "PATCH") onPatch?.();
    if (options?.method === "PATCH") onPatch = undefined;
    return fetch(url, options);
  };
  const mailbox = await openOutlookMailbox({ ...account, fetch: observed });
  const id = newId();
  const copy = { id, messageId: `<draft-${id}@x.test>` };
  const asStored = (kept?: KeptCopy) => ({ ...copy, remoteId: kept?.remoteId ?? null, mark: kept?.mark ?? null });
  const keep = async (subject: string, before?: KeptCopy, html = "<p>Dear <strong>Bo</strong></p><p>Hi</p>") => {
    const from = { name: "", address: email };
    const to = [{ name: "", address: "bo@example.com" }];
    const content = { messageId: copy.messageId, date: new Date(), from, to, subject, html };
    const { raw } = await composeMail({ ...content, inReplyTo: "<asked@x.test>" }, { isDraft: true });
    return mailbox.keepDraft?.(raw, asStored(before));
  };
  const subjects = () => subjectsOf(there.in("drafts"));
  const draft = () => there.in("drafts")[0] ?? expect.fail("There is no draft.");
  const beforePatch = (run: () => void) => {
    onPatch = run;
  };
  return { there, mailbox, asStored, keep, subjects, draft, beforePatch };
}

test("a draft at Outlook is created once, changed in place, and deleted for good", async () => {
  const { there, mailbox, asStored, keep, subjects, draft } = await opened();
  const first = await keep("Grüße");
  expect(first).toMatchObject({ remoteId: `drafts/${draft().id}`, isChangedElsewhere: false });
  expect(headerOf(draft().raw, "in-reply-to")).toBe("<asked@x.test>");
  microsoft.seen.length = 0;
  const second = await keep("Two", first);
  expect(second).toMatchObject({ remoteId: first?.remoteId, isChangedElsewhere: false });
  const patch = microsoft.seen.find(({ method }) => method === "PATCH");
  expect(patch?.headers["if-match"]).toMatch(/^W\/"CQ\d+"$/);
  expect(readMail(draft().raw)).toMatchObject({ subject: "Two", to: [{ address: "bo@example.com" }] });
  expect(subjects()).toEqual(["Two"]);
  await mailbox.removeDraft?.(asStored(second));
  expect([subjects(), there.in("deleteditems")]).toEqual([[], []]);
  await mailbox.removeDraft?.(asStored(second));
});

test("a draft whose state was not stored after the call is neither doubled nor taken for a foreign one", async () => {
  const { keep, subjects, mailbox, asStored } = await opened();
  // The answer of the creation is lost, then that of a change.
  microsoft.refuse(/^POST \/me\/messages$/, { status: 504, afterwards: true });
  await expect(keep("One")).rejects.toMatchObject({ fault: "throttled" });
  const first = await keep("Two");
  expect([first?.isChangedElsewhere, subjects()]).toEqual([false, ["Two"]]);
  await keep("Three", first);
  const third = await keep("Four", first);
  expect([third?.isChangedElsewhere, subjects()]).toEqual([false, ["Four"]]);
  await keep("Five", third);
  await mailbox.removeDraft?.(asStored(third));
  expect(subjects()).toEqual([]);
});

test("a change key that Exchange changed by itself is no change of the draft", async () => {
  const { there, keep, subjects, draft } = await opened();
  const first = await keep("One");
  there.touch(draft());
  expect(await keep("Two", first)).toMatchObject({ remoteId: first?.remoteId, isChangedElsewhere: false });
  expect(subjects()).toEqual(["Two"]);
});

test.each([
  ["words", "<p>Dear Bob</p>"],
  ["formatting", "<p>Dear <em>Bo</em></p><p>Hi</p>"],
])(
  "changed %s at Outlook stay beside the draft, which gets a new copy, and are not deleted with it",
  async (_what, html) => {
    const { there, mailbox, asStored, keep, subjects, draft } = await opened();
    const first = await keep("Ours");
    const edited = draft();
    const body = { contentType: "html", content: html };
    there.update(edited, rewrite(edited, { subject: "Ours", body }));
    const bytes = edited.raw;
    const second = await keep("Ours again", first);
    expect(second?.isChangedElsewhere).toBe(true);
    const third = await keep("Ours once more", second);
    expect(third).toMatchObject({ remoteId: second?.remoteId, isChangedElsewhere: false });
    expect([subjects(), edited.raw === bytes]).toEqual([["Ours", "Ours once more"], true]);
    await mailbox.removeDraft?.(asStored(third));
    expect(subjects()).toEqual(["Ours"]);
  },
);

test("a draft that is changed at Outlook between reading and writing is not overwritten", async () => {
  const { there, keep, subjects, draft, beforePatch } = await opened();
  const first = await keep("Ours");
  beforePatch(() => there.update(draft(), rewrite(draft(), { subject: "Theirs" })));
  expect(await keep("Ours again", first)).toMatchObject({ isChangedElsewhere: true });
  expect(subjects()).toEqual(["Ours again", "Theirs"]);
});

test("a picture is in the copy, which then is replaced as a whole", async () => {
  const { there, keep, draft } = await opened();
  const picture = (text: string) => `<p><img src="data:image/png;base64,${Buffer.from(text).toString("base64")}"></p>`;
  const first = await keep("One", undefined, picture("first"));
  const second = await keep("Two", first, picture("second"));
  expect(second).toMatchObject({ isChangedElsewhere: false });
  expect(there.in("drafts")).toHaveLength(1);
  expect(draft().attachments.map(({ bytes }) => bytes.toString())).toEqual(["second"]);
  expect(readMail(draft().raw).html).toContain(`cid:${draft().attachments[0]?.contentId}`);
  await keep("Three", second);
  expect([there.in("drafts").length, draft().attachments]).toEqual([1, []]);
});

test("a refused draft is denied, and a deleted one is created again", async () => {
  const { there, keep, subjects, draft } = await opened();
  const first = await keep("One");
  there.move(draft(), "deleteditems");
  expect(await keep("Two", first)).toMatchObject({ isChangedElsewhere: true });
  expect(subjects()).toEqual(["Two"]);
  for (const status of [400, 413]) {
    microsoft.refuse(/^POST \/me\/messages$/, { status });
    await expect((await opened()).keep("Refused")).rejects.toMatchObject({ fault: "denied" });
  }
});
