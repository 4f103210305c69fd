// Gmail and Outlook refuse calls in the middle of an upload: every change is made once, and none is given up.
import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { afterAll, describe, expect, test, vi } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { type ActionServer, countPending, googleServer, heldHere, microsoftServer } from "#test/action-servers.ts";
import { googleWith } from "#test/cloud-world.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { testWorld } from "#test/test-world.ts";

// Many small calls to servers, which are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const [{ google, newAccount }, microsoft] = [await googleWith(1), await startMicrosoft()];
afterAll(() => microsoft.stop());
const product = await testWorld({ jobs: false, environment: { ...google.settings, ...microsoft.settings } });
const { world, person, call, peek } = product;

type Refuse = (status: number, afterwards: boolean) => void;
const kinds: [name: string, server: ActionServer, refuse: Refuse][] = [
  [
    "Gmail",
    googleServer(google, newAccount),
    (status, afterwards) =>
      google.trouble({ status, afterwards, matches: /^POST .*\/messages\/.*(modify|trash|untrash)/ }),
  ],
  [
    "Outlook",
    microsoftServer(microsoft),
    (status, afterwards) =>
      void microsoft.refuse(/^(PATCH|POST) \/me\/messages\//, {
        // Without it, every call of the mailbox pauses for longer than a test lasts.
        ...{ status, afterwards, ...(status === 429 && { retryAfter: 1 }) },
      }),
  ],
];

describe.each(kinds)("%s", (_name, server, refuse) => {
  test("that answers 429, 500 or 401, before or after it has made a change, has every change once", async () => {
    const actions: [MailAction, string][] = [
      ["archive", "archive unread"],
      ["star", "inbox unread starred"],
      ["read", "inbox"],
      ["junk", "junk unread"],
      ["trash", "trash unread"],
    ];
    const who = await person("NORMAL_USER");
    const { key, onServer } = await server(
      product,
      who,
      actions.map(([action]) => action),
    );
    const sync = () => syncMailbox(world, key);
    await sync();
    const stored = await peek<{ id: string; subject: string }>(
      "select id, subject from messages where mailbox_id = $1",
      [key.id],
    );
    const undos: string[] = [];
    /** Refuses one call of each sync, until all is uploaded. */
    const uploadThroughFaults = async () => {
      for (const status of [429, 500, 401])
        for (const afterwards of [false, true]) {
          refuse(status, afterwards);
          await sync();
        }
      // A sync that a provider has refused waits for its time, and returns at once until then.
      const isUploaded = async () => {
        await sync();
        return (await countPending(product, key)) === 0;
      };
      await vi.waitUntil(isUploaded, { timeout: 60_000, interval: 200 });
    };
    for (const [action] of actions) {
      const ids = stored.flatMap(({ id, subject }) => (subject === action ? id : []));
      undos.push((await call(who, api.actions.apply, { body: { ids, action } })).body.actionId);
    }
    await uploadThroughFaults();
    const done = Object.fromEntries(actions);
    expect({ here: await heldHere(product, key), server: await onServer() }).toEqual({ here: done, server: done });
    for (const id of undos) expect((await call(who, api.actions.undo, { params: { id } })).status).toBe(200);
    await uploadThroughFaults();
    const undone = Object.fromEntries(actions.map(([action]) => [action, "inbox unread"]));
    expect({ here: await heldHere(product, key), server: await onServer() }).toEqual({ here: undone, server: undone });
    const kept = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
      key.id,
    ]);
    expect(kept.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(stored.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  });
});
