// Drafts that are written here, in the Drafts folder of an Outlook mailbox.
import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { readMail } from "#outside/mime/read-mail.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { rewrite, subjectsOf } from "#test/stand-ins/microsoft/draft-json.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { testWorld } from "#test/test-world.ts";
import { keepDraftCopy, keepDraftCopyJob, removeDraftCopy, removeDraftCopyJob } from "./draft-copies.ts";

const microsoft = await startMicrosoft();
afterAll(() => microsoft.stop());
const { world, person, call, peek } = await testWorld({ jobs: false, environment: microsoft.settings });
beforeAll(async () => {
  for (const name of ["mailbox.sync", keepDraftCopyJob.name, removeDraftCopyJob.name])
    await world.queue.boss.createQueue(name, { policy: name === removeDraftCopyJob.name ? "standard" : "short" });
});

let count = 0;
async function writer() {
  const who = await person("NORMAL_USER");
  const email = `writer${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
  const switchOn = { params: { id: key.id }, body: { keepsDrafts: true } };
  expect((await call(who, api.mailboxSettings.update, switchOn)).body.keepsDrafts).toBe(true);
  const owner = { tenantId: who.tenantId, userId: who.id };
  let basedOn: string | null = null;
  const save = async (subject: string) => {
    const content = { intent: "", tone: "professional", extra: "", to: "bo@example.com", bodyHtml: "<p>Dear Bo</p>" };
    const body = {
      ...content,
      cc: "di@example.com",
      bcc: "eva@example.com",
      subject,
      version: newId().replaceAll("-", ""),
      basedOn,
    };
    basedOn = (await call(who, api.drafts.keep, { params: { about: "compose" }, body } as never)).body.version;
  };
  const discard = async () => {
    await call(who, api.drafts.forget, { params: { about: "compose" }, query: { basedOn: basedOn ?? "" } });
    const wanted = "select data from pgboss.job where name = $1 and data ->> 'userId' = $2";
    const [removal] = await peek<{ data: never }>(wanted, [removeDraftCopyJob.name, who.id]);
    await removeDraftCopy(world, removal?.data ?? ({} as never));
  };
  const copyColumns = "copy_remote_id, copy_version, copy_mark";
  /** Runs an upload whose result is not stored, as if its process was killed before the commit. */
  const uploadAndDie = async () => {
    const [before] = await peek<Record<string, string>>(`select ${copyColumns} from drafts where user_id = $1`, [
      who.id,
    ]);
    await upload();
    const { copy_remote_id, copy_version, copy_mark } = before ?? {};
    const values = [who.id, copy_remote_id, copy_version, copy_mark];
    await peek(`update drafts set (${copyColumns}) = ($2, $3, $4) where user_id = $1`, values);
  };
  const upload = () => keepDraftCopy(world, { ...owner, about: "compose" });
  const subjects = () => subjectsOf(there.in("drafts"));
  const sync = () => syncMailbox(world, key);
  return { who, there, owner, save, discard, upload, uploadAndDie, subjects, sync };
}

test("a draft is in the Drafts folder of Outlook once, is listed once, and leaves it when it is discarded", async () => {
  const { who, there, save, discard, upload, subjects, sync } = await writer();
  await sync();
  await save("One");
  await upload();
  await save("Two");
  await upload();
  expect(subjects()).toEqual(["Two"]);
  const copy = readMail(there.in("drafts")[0]?.raw ?? Buffer.alloc(0));
  expect([copy.cc, copy.bcc]).toMatchObject([[{ address: "di@example.com" }], [{ address: "eva@example.com" }]]);
  const listed = async () => (await call(who, api.inbox.threads, { query: { folder: "drafts" } })).body.items;
  await listed();
  await sync();
  const [message] = await listed();
  const own = (await call(who, api.drafts.list)).body.items;
  expect(own).toMatchObject([{ subject: "Two", copyId: message?.id ?? expect.any(String) }]);
  await discard();
  expect([...there.messages.values()]).toEqual([]);
});

test("a draft is neither lost nor doubled if the process dies after any call to Outlook and before its commit", async () => {
  const { save, discard, upload, uploadAndDie, subjects } = await writer();
  await save("One");
  await uploadAndDie();
  await upload();
  expect(subjects()).toEqual(["One"]);
  await save("Two");
  await uploadAndDie();
  await save("Three");
  await uploadAndDie();
  await upload();
  expect(subjects()).toEqual(["Three"]);
  await save("Four");
  await uploadAndDie();
  await discard();
  expect(subjects()).toEqual([]);
});

test("what was changed in Outlook stays beside the draft, and the writer's pages are told", async () => {
  const { there, owner, save, discard, upload, subjects } = await writer();
  await save("Ours");
  await upload();
  const [edited = expect.fail("There is no draft.")] = there.in("drafts");
  there.update(edited, rewrite(edited, { subject: "Theirs" }));
  await save("Ours again");
  const told: unknown[] = [];
  const stop = world.events.subscribe(owner, (event) => told.push(event));
  await upload();
  await expect.poll(() => JSON.stringify(told)).toContain('"isChangedElsewhere":true');
  stop();
  expect(subjects()).toEqual(["Ours again", "Theirs"]);
  await discard();
  expect(subjects()).toEqual(["Theirs"]);
});
