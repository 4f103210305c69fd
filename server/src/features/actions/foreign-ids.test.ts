// Every call on folders, actions, snoozes, muted threads, senders, lists and drafts refuses ids that are not the caller's.
import { api } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { mailActions } from "@intellibox/contract/endpoints/actions";
import { maxBulkMessages } from "@intellibox/contract/rules/limits";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { only } from "#db/rows.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, peek, addMailbox } = await mailWorld({ jobs: false });

const draft = {
  intent: "",
  tone: "professional",
  extra: "",
  to: "",
  subject: "Mine",
  bodyHtml: "<p>Mine</p>",
} as const;
const version = "a".repeat(32);
const later = new Date(Date.now() + 3600_000).toISOString();

/** A user with mail, a draft in the mailbox, a draft of Compose, and an action that can be undone. */
async function reader(who: Caller) {
  const unsubscribe = ["List-Unsubscribe: <https://list.test/leave>"];
  const mails = ["One", "Two", "Three"].map((subject) =>
    mailOf({ subject, from: "List <news@list.test>", headers: unsubscribe }),
  );
  const mailbox = await giveMail(who, mails);
  const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
    mailbox,
  ]);
  const idOf = (subject: string) => only(rows.filter((row) => row.subject === subject)).id;
  const { body } = await call(who, api.actions.apply, { body: { ids: [idOf("Three")], action: "star" } });
  const [folder] = await peek<{ id: string }>("select id from folders where mailbox_id = $1 and role = 'inbox'", [
    mailbox,
  ]);
  const about = { params: { about: "compose" } };
  await call(who, api.drafts.keep, { ...about, body: { ...draft, version, basedOn: null } });
  return { who, mailbox, message: idOf("One"), second: idOf("Two"), action: body.actionId, folder: folder?.id ?? "" };
}
const me = await reader(await person("NORMAL_USER"));
const colleague = await reader(await person("NORMAL_USER", { tenantId: me.who.tenantId }));
const stranger = await reader(await person("NORMAL_USER"));
/** A mailbox of mine with a folder of its own. */
const otherBox = await addMailbox(me.who, "other@acme.test", "imap");
const otherFolder = newId();
await peek(
  "insert into folders (tenant_id, id, user_id, mailbox_id, key, name) values ($1, $2, $3, $4, 'work', 'Work')",
  [me.who.tenantId, otherFolder, me.who.id, otherBox],
);

type Kind = "message" | "folder" | "action" | "mailbox";
/** Ids of a kind that are not mine, each with the status of its refusal. */
function foreignIds(kind: Kind): [whose: string, id: string, status: number][] {
  return [
    ["another company's", stranger[kind], 404],
    ["a colleague's", colleague[kind], 404],
    ["of another kind", kind === "message" ? me.folder : me.message, 404],
    ["one that is gone", newId(), 404],
    ["malformed", "1 or 1=1", 400],
    ["empty", "", 400],
  ];
}

/** Everything that the calls could change, of everybody. */
async function everything() {
  const tables = [
    "messages",
    "message_folders",
    "folders",
    "mail_actions",
    "muted_threads",
    "unsubscriptions",
    "blocked_senders",
    "drafts",
    "outbox",
    "mailboxes",
  ];
  const rows = await Promise.all(tables.map((table) => peek(`select md5(t::text) as row from ${table} t order by 1`)));
  return JSON.stringify(rows);
}

type Call = (who: Caller, id: string) => Promise<{ status: number; body: { error?: string } }>;
const ask =
  <E extends Endpoint>(endpoint: E, inputOf: (id: string) => object): Call =>
  (who, id) =>
    call(who, endpoint, inputOf(id) as never);

const calls: [name: string, kind: Kind, call: Call][] = [
  ...mailActions.map((action): [string, Kind, Call] => [
    `${action} a message`,
    "message",
    ask(api.actions.apply, (id) => ({ body: { ids: [id], action, folderId: me.folder } })),
  ]),
  [
    "archive a thread",
    "message",
    ask(api.actions.apply, (id) => ({ body: { ids: [id], action: "archive", extent: "thread" } })),
  ],
  [
    "move to a folder",
    "folder",
    ask(api.actions.apply, (id) => ({ body: { ids: [me.message], action: "move", folderId: id } })),
  ],
  [
    "label with a folder",
    "folder",
    ask(api.actions.apply, (id) => ({ body: { ids: [me.message], action: "label", folderId: id } })),
  ],
  [
    "unlabel a folder",
    "folder",
    ask(api.actions.apply, (id) => ({ body: { ids: [me.message], action: "unlabel", folderId: id } })),
  ],
  ["undo", "action", ask(api.actions.undo, (id) => ({ params: { id } }))],
  ["snooze", "message", ask(api.snooze.snooze, (id) => ({ body: { ids: [id], until: later } }))],
  ["unsnooze", "message", ask(api.snooze.unsnooze, (id) => ({ body: { ids: [id] } }))],
  ["mute", "message", ask(api.snooze.mute, (id) => ({ body: { ids: [id], muted: true } }))],
  ["unmute", "message", ask(api.snooze.mute, (id) => ({ body: { ids: [id], muted: false } }))],
  ["unsubscribe", "message", ask(api.senders.unsubscribe, (id) => ({ params: { id } }))],
  ["continue a draft", "message", ask(api.drafts.readMail, (id) => ({ params: { id } }))],
  ["follow a folder", "folder", ask(api.folders.follow, (id) => ({ params: { id }, body: { isFollowed: true } }))],
  [
    "stop following a folder",
    "folder",
    ask(api.folders.follow, (id) => ({ params: { id }, body: { isFollowed: false } })),
  ],
  ["list a folder", "folder", ask(api.inbox.threads, (id) => ({ query: { folderId: id } }))],
  ["create a folder", "mailbox", ask(api.folders.create, (id) => ({ body: { mailbox: id, name: "Work" } }))],
];

const isInPath = new Set(["undo", "unsubscribe", "continue a draft", "follow a folder", "stop following a folder"]);

test.each(calls)("%s: ids that are not the caller's are refused, and nothing changes", async (name, kind, request) => {
  const before = await everything();
  for (const [whose, id, status] of foreignIds(kind)) {
    const answer = await request(me.who, id);
    // A path with something else than an id leads nowhere.
    const wanted = isInPath.has(name) ? 404 : status;
    expect([name, whose, answer.status, typeof answer.body.error]).toEqual([name, whose, wanted, "string"]);
  }
  expect(await everything()).toBe(before);
});

const lists: [name: string, call: (who: Caller, ids: string[]) => ReturnType<Call>][] = [
  ["star", (who, ids) => call(who, api.actions.apply, { body: { ids, action: "star" } })],
  ["snooze", (who, ids) => call(who, api.snooze.snooze, { body: { ids, until: later } })],
  ["unsnooze", (who, ids) => call(who, api.snooze.unsnooze, { body: { ids } })],
  ["mute", (who, ids) => call(who, api.snooze.mute, { body: { ids, muted: true } })],
  ["unmute", (who, ids) => call(who, api.snooze.mute, { body: { ids, muted: false } })],
];

test.each(lists)(
  "%s: none, too many or only foreign messages are refused; of mixed ones only the own change, once",
  async (name, request) => {
    const before = await everything();
    const many = (count: number, id?: string) => Array.from({ length: count }, () => id ?? newId());
    for (const [ids, status] of [
      [[], 400],
      [many(maxBulkMessages + 1), 400],
      [many(1_001, me.message), 400],
      [[me.message, "no id"], 400],
      [many(maxBulkMessages), 404],
      [[stranger.message, colleague.message, newId()], 404],
    ] as [string[], number][])
      expect([name, ids.length, (await request(me.who, ids)).status]).toEqual([name, ids.length, status]);
    expect(await everything()).toBe(before);

    const foreign = async () =>
      peek("select * from messages where user_id = any ($1) order by id", [[colleague.who.id, stranger.who.id]]);
    const others = await foreign();
    const { second } = me;
    const { status, body } = await request(me.who, [
      second,
      second,
      stranger.message,
      second.toUpperCase(),
      colleague.message,
    ]);
    expect([status, (body as { ids?: string[] }).ids]).toEqual([200, [second]]);
    expect(await foreign()).toEqual(others);
  },
);

test("a folder of another mailbox of the caller is refused, and a local mailbox says that it has none", async () => {
  const before = await everything();
  for (const action of ["move", "label", "unlabel"] as const) {
    const { status, body } = await call(me.who, api.actions.apply, {
      body: { ids: [me.message], action, folderId: otherFolder },
    });
    expect([action, status, body.error]).toEqual([action, 400, "The local mailbox has no folders of its own."]);
  }
  const made = await call(me.who, api.folders.create, { body: { mailbox: me.mailbox, name: "Work" } });
  expect([made.status, made.body.error]).toEqual([400, "The local mailbox has no folders of its own."]);
  expect(await everything()).toBe(before);
});

test("drafts and senders are each user's own, though their names are the same", async () => {
  const about = { params: { about: "compose" } };
  const changed = { ...draft, subject: "Changed", version: "b".repeat(32), basedOn: version };
  const others = () =>
    Promise.all(
      ["drafts", "messages", "blocked_senders", "unsubscriptions"].map((table) =>
        peek(`select md5(t::text) as row from ${table} t where user_id <> $1 order by 1`, [me.who.id]),
      ),
    );
  const before = await others();
  expect((await call(me.who, api.drafts.keep, { ...about, body: changed })).status).toBe(200);
  expect((await call(me.who, api.drafts.forget, { ...about, query: { basedOn: changed.version } })).status).toBe(200);
  const addresses = ["news@list.test"];
  expect((await call(me.who, api.senders.block, { body: { addresses } })).status).toBe(200);
  expect((await call(me.who, api.senders.archive, { body: { addresses } })).status).toBe(200);
  expect((await call(me.who, api.senders.unsubscribeAll, { body: { addresses } })).status).toBe(200);
  expect(await others()).toEqual(before);
  for (const { who } of [colleague, stranger])
    expect((await call(who, api.drafts.get, about)).body.draft?.subject).toBe("Mine");
  const unknown = { body: { addresses: ["nobody@elsewhere.test"] } };
  expect((await call(me.who, api.senders.archive, unknown)).body).toMatchObject({ actionId: null, ids: [] });
  const many = { body: { addresses: Array.from({ length: 51 }, (_, at) => `s${at}@list.test`) } };
  for (const endpoint of [api.senders.block, api.senders.archive, api.senders.unsubscribeAll])
    expect((await call(me.who, endpoint, many)).status).toBe(400);
});
