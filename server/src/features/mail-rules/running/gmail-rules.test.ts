// Rules on a simulated Gmail: a label is made there, is added to new mail, and is removed by undo.
import { expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { until } from "#test/outbox-world.ts";
import { mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";

const { google, newAccount } = await googleWith(1);
const { person, world, add, messageOf, settled, historyOf, undo } = await ruleWorld({ environment: google.settings });

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
