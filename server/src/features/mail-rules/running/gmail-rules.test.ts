// Rules on a simulated Gmail: a label is made there, is added to new mail, and is removed by undo.
import { api } from "@intellibox/contract/api";
import { folderRoles } from "@intellibox/contract/rules/folders";
import { expect, test } from "vitest";
import { systemFolders } from "#outside/mailboxes/mailbox.ts";
import { claimMailbox, releaseLease } from "#features/sync/lease.ts";
import { storeBatch } from "#features/sync/store-batch.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";

const { google, newAccount } = await googleWith(2);
const { person, world, call, add, messageOf, settled, historyOf, undo } = await ruleWorld({
  environment: google.settings,
});

test(
  "a rule labels new mail at Gmail, leaves it in the inbox, and undo removes the label [RUL-36]",
  async () => {
    const who = await person("NORMAL_USER");
    const email = newAccount();
    const key = await connectGmail(world, google, who, email);
    const sync = () => syncMailbox(world, key);
    await sync();
    await add(who, {
      actions: [{ do: "label", folder: "Work/Paid" }, { do: "label", folder: "Second" }, { do: "star" }],
    });
    await google.deliver(email, mailTo(who, { subject: "New", id: "new" }), ["INBOX", "UNREAD"], new Date());
    await until(async () => {
      await sync();
      return (await messageOf(who, "New")) !== undefined;
    }, slowMs);
    await settled(who);
    expect((await historyOf(who)).map(({ did, outcome, error }) => [did, outcome, error]).sort()).toEqual([
      ["Add the label “Second”", "done", null],
      ["Add the label “Work/Paid”", "done", null],
      ["Star", "done", null],
    ]);
    const labelled = async () => {
      await sync();
      const { labels = [] } = (await google.as(email, "GET", "/labels")) as { labels?: { id: string; name: string }[] };
      const [found] = (await google.list(email, "q=rfc822msgid:new@x.test")).messages ?? [];
      const { labelIds } = (await google.as(email, "GET", `/messages/${found?.id}?format=minimal`)) as {
        labelIds: string[];
      };
      return labelIds.map((id) => labels.find((label) => label.id === id)?.name ?? id).toSorted();
    };
    const isLabelled = (...names: string[]) => expect.poll(labelled, { timeout: 30_000 }).toEqual(names);
    await isLabelled("INBOX", "STARRED", "Second", "UNREAD", "Work/Paid");
    expect((await undo(who, { from: new Date(0).toISOString() })).body).toEqual({ undone: 3, left: [] });
    await isLabelled("INBOX", "UNREAD");
  },
  slowMs,
);

test(
  "labels that a rule makes while a sync runs which has listed the labels before are kept [RUL-36]",
  async () => {
    const who = await person("NORMAL_USER");
    const email = newAccount();
    const key = await connectGmail(world, google, who, email);
    await google.deliver(email, mailTo(who, { subject: "There" }), ["INBOX"], new Date());
    await until(async () => {
      await syncMailbox(world, key);
      return (await messageOf(who, "There")) !== undefined;
    }, slowMs);
    const actions = [
      { do: "label", folder: "First" },
      { do: "label", folder: "Second" },
    ];
    const { id } = await add(who, { actions });
    const claims: NonNullable<Awaited<ReturnType<typeof claimMailbox>>>[] = [];
    // The sync of a job may hold it.
    await until(async () => {
      const claim = await claimMailbox(world, key);
      if (claim) claims.push(claim);
      return claim !== undefined;
    }, slowMs);
    const [claim] = claims;
    if (!claim) throw new Error("The mailbox was not claimed");
    const { openMailbox } = world.outside;
    const made: string[] = [];
    world.outside.openMailbox = async (login) => {
      const mailbox = await openMailbox(login);
      return {
        ...mailbox,
        async createFolder(name) {
          if (!mailbox.createFolder) throw new Error("No folders");
          if (made.push(name) === 2) {
            // The first label is stored. The sync stores the list from before it.
            const { cursor, remaining, hasOlder } = claim.row;
            const batch = {
              cursor: cursor ?? "",
              remaining,
              hasOlder,
              reset: [],
              removed: [],
              changed: [],
              arrived: [],
            };
            await storeBatch(world, claim, { batch: { ...batch, folders: systemFolders(folderRoles) }, prepared: [] });
            await releaseLease(world, claim, {});
          }
          return mailbox.createFolder(name);
        },
      };
    };
    const mail = await messageOf(who, "There");
    const answer = await call(who, api.mailRules.run, {
      params: { id },
      body: { messageIds: [mail?.id ?? ""] },
    }).finally(() => Object.assign(world.outside, { openMailbox }));
    expect([answer.status, made]).toEqual([200, ["First", "Second"]]);
    expect((await historyOf(who)).map(({ did, outcome, error }) => [did, outcome, error]).sort()).toEqual([
      ["Add the label “First”", "done", null],
      ["Add the label “Second”", "done", null],
    ]);
  },
  slowMs,
);
