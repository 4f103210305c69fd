import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { isFrom, mailTo, ruleWorld, slowMs } from "#test/rule-world.ts";
import type { Caller } from "#test/test-world.ts";
import { queueAged } from "./queue-aged.ts";

const { person, call, peek, advance, world, add, giveMail, messageOf, settled, historyOf, undo } = await ruleWorld();
const { mailRules: rules } = api;

test(
  "new mail is handled once, in the order of the rules, and the history says what was done and why [RUL-14]",
  async () => {
    const ana = await person("NORMAL_USER");
    await add(ana, { name: "First", actions: [{ do: "star" }, { do: "markImportant" }] });
    await add(ana, {
      name: "Second",
      when: [{ field: "importance", important: true }],
      actions: [{ do: "markRead" }, { do: "stop" }],
    });
    await add(ana, { name: "Third", actions: [{ do: "trash" }] });
    await giveMail(ana, [mailTo(ana, { subject: "One" }), mailTo(ana, { subject: "Two", from: "bob@other.test" })]);
    await settled(ana);
    expect(await messageOf(ana, "One")).toMatchObject({
      folder: "inbox",
      unread: false,
      starred: true,
      important: true,
    });
    expect(await messageOf(ana, "Two")).toMatchObject({ folder: "inbox", unread: true, starred: false });
    const items = await historyOf(ana);
    expect(items.map(({ ruleName, did, outcome }) => [ruleName, did, outcome]).sort()).toEqual([
      ["First", "Mark as important", "done"],
      ["First", "Star", "done"],
      ["Second", "Mark as read", "done"],
      ["Second", "Skip the rules below", "done"],
    ]);
    expect(items.find(({ did }) => did === "Star")).toMatchObject({
      reasons: ["The sender contains “acme”"],
      from: "Zoe <zoe@acme.test>",
      canUndo: true,
      error: null,
    });
    const { id } = (await messageOf(ana, "One")) ?? { id: "" };
    expect((await call(ana, rules.ofMessage, { params: { id } })).body.items).toHaveLength(4);
    const listed = (await call(ana, rules.list)).body.items;
    expect(listed.map(({ hits, lastHitAt }) => [hits, lastHitAt !== null])).toEqual([
      [1, true],
      [1, true],
      [0, false],
    ]);
  },
  slowMs,
);

test(
  "rules leave mail from before they were on, own mail, and mail that comes again [RUL-15]",
  async () => {
    const ana = await person("NORMAL_USER");
    await giveMail(ana, [mailTo(ana, { subject: "Before" })]);
    const rule = await add(ana, { actions: [{ do: "star" }] });
    await peek("update mail_rules set active_since = now() + interval '10 minutes' where id = $1", [rule.id]);
    await giveMail(ana, [mailTo(ana, { subject: "Older" })]);
    // Mail that the first sync of a mailbox brings is older than the mailbox.
    await peek("update mail_rules set active_since = now() where id = $1", [rule.id]);
    await peek("update mailboxes set created_at = now() + interval '10 minutes' where user_id = $1", [ana.id]);
    await giveMail(ana, [mailTo(ana, { subject: "History" })]);
    await peek("update mailboxes set created_at = now() - interval '1 minute' where user_id = $1", [ana.id]);
    const again = mailTo(ana, { subject: "Again", id: "again" });
    await giveMail(ana, [again, mailTo(ana, { subject: "Own", from: `acme <${ana.email}>` })]);
    await settled(ana);
    const starred = async () =>
      (
        await peek<{ subject: string }>("select subject from messages where user_id = $1 and starred order by 1", [
          ana.id,
        ])
      ).map(({ subject }) => subject);
    expect(await starred()).toEqual(["Again"]);
    // The same mail with another id, as after a folder was renumbered.
    const { id } = (await messageOf(ana, "Again")) ?? { id: "" };
    await undo(ana, { ruleId: rule.id });
    await peek("delete from messages where id = $1", [id]);
    await giveMail(ana, [again]);
    await settled(ana);
    expect([await starred(), await historyOf(ana, { ruleId: rule.id })]).toMatchObject([[], [{ outcome: "undone" }]]);
  },
  slowMs,
);

test(
  "rules of the company act on everybody's mail before their own rules [RUL-16]",
  async () => {
    const admin = await person("ADMIN");
    const ana = await person("NORMAL_USER", { tenantId: admin.tenantId });
    const other = await person("NORMAL_USER");
    await add(ana, { name: "Own", actions: [{ do: "archive" }] });
    await add(admin, { name: "Company", isShared: true, actions: [{ do: "star" }, { do: "stop" }] });
    for (const who of [ana, admin, other]) await giveMail(who, [mailTo(who, { subject: "Shared" })]);
    for (const who of [ana, admin, other]) await settled(who);
    expect(await messageOf(ana, "Shared")).toMatchObject({ folder: "inbox", starred: true });
    expect(await messageOf(admin, "Shared")).toMatchObject({ starred: true });
    expect(await messageOf(other, "Shared")).toMatchObject({ starred: false });
    expect((await historyOf(admin)).map(({ ruleName, isShared }) => [ruleName, isShared])).toEqual([
      ["Company", true],
      ["Company", true],
    ]);
  },
  slowMs,
);

test(
  "everything of an hour is undone, what the person changed since stays, and foreign entries are not found [RUL-17]",
  async () => {
    const ana = await person("NORMAL_USER");
    const from = new Date(Date.now() - 1000).toISOString();
    await add(ana, { name: "File", actions: [{ do: "archive" }, { do: "markRead" }, { do: "star" }] });
    await add(ana, { name: "Trash", when: isFrom("zoe@acme"), actions: [{ do: "trash" }] });
    await giveMail(ana, [mailTo(ana, { subject: "A" }), mailTo(ana, { subject: "B", from: "max@acme.test" })]);
    await settled(ana);
    expect([await messageOf(ana, "A"), await messageOf(ana, "B")]).toMatchObject([
      { folder: "trash", unread: false, starred: true },
      { folder: "archive", unread: false, starred: true },
    ]);
    const { id: b } = (await messageOf(ana, "B")) ?? { id: "" };
    await call(ana, api.actions.apply, { body: { ids: [b], action: "unstar" } });
    const eve = await person("NORMAL_USER", { tenantId: ana.tenantId });
    const runIds = (await historyOf(ana)).map(({ id }) => id);
    expect((await undo(eve, { runIds })).body).toEqual({ undone: 0, left: [] });
    expect((await undo(ana, {})).status).toBe(400);
    const { body } = await undo(ana, { from, to: new Date(Date.now() + 1000).toISOString() });
    expect(body).toMatchObject({ undone: 6, left: [{ reason: "The mail was changed since, so it stays as it is." }] });
    expect([await messageOf(ana, "A"), await messageOf(ana, "B")]).toMatchObject([
      { folder: "inbox", unread: true, starred: false },
      { folder: "inbox", unread: true, starred: false },
    ]);
    expect((await undo(ana, { from })).body.undone).toBe(0);
  },
  slowMs,
);

test(
  "an action is undone for 30 days [RUL-18]",
  async () => {
    const ana = await person("NORMAL_USER");
    await add(ana, { actions: [{ do: "archive" }, { do: "star" }] });
    await giveMail(ana, [mailTo(ana, { subject: "Late" })]);
    await settled(ana);
    const [one, two] = await historyOf(ana);
    const at = (days: number, id: string | undefined) =>
      peek("update mail_rule_runs set at = now() - make_interval(days => $1) where id = $2", [days, id]);
    await at(29, one?.id);
    await at(31, two?.id);
    expect((await historyOf(ana)).map(({ canUndo }) => canUndo)).toEqual([true, false]);
    expect((await undo(ana, { runIds: [one?.id, two?.id] })).body).toMatchObject({
      undone: 1,
      left: [{ id: two?.id, reason: "It is too late to undo this." }],
    });
  },
  slowMs,
);

test(
  "a snoozed mail comes back to the inbox when the snooze of a rule is undone [RUL-13]",
  async () => {
    const ana = await person("NORMAL_USER");
    await add(ana, { actions: [{ do: "snooze", until: "nextMonth" }], timeZone: "Asia/Kolkata" });
    await giveMail(ana, [mailTo(ana, { subject: "Sleep" })]);
    await settled(ana);
    expect((await messageOf(ana, "Sleep"))?.folder).toBe("snoozed");
    expect((await undo(ana, { from: new Date(0).toISOString() })).body.undone).toBe(1);
    expect((await messageOf(ana, "Sleep"))?.folder).toBe("inbox");
  },
  slowMs,
);

test(
  "a rule that watches proposes, and its owner applies or dismisses it [RUL-19]",
  async () => {
    const ana = await person("NORMAL_USER");
    const eve = await person("NORMAL_USER", { tenantId: ana.tenantId });
    const rule = await add(ana, { state: "watch", actions: [{ do: "archive" }, { do: "star" }] });
    await giveMail(ana, [mailTo(ana, { subject: "P1" }), mailTo(ana, { subject: "P2" })]);
    await settled(ana);
    expect((await messageOf(ana, "P1"))?.folder).toBe("inbox");
    // One for each mail, whatever it would do with it.
    expect((await call(ana, rules.list)).body.items[0]?.proposals).toBe(2);
    const decide = async (who: Caller, body: object) => (await call(who, rules.decide, { body: body as never })).body;
    const of = async (subject: string) =>
      (await historyOf(ana, { outcome: "proposed" })).filter((run) => run.subject === subject).map(({ id }) => id);
    expect(await decide(eve, { apply: true, runIds: await of("P1") })).toEqual({ decided: 0 });
    expect(await decide(ana, { apply: false, runIds: await of("P2") })).toEqual({ decided: 2 });
    expect(await decide(ana, { apply: true, ruleId: rule.id })).toEqual({ decided: 2 });
    expect(await messageOf(ana, "P1")).toMatchObject({ folder: "archive", starred: true });
    expect(await messageOf(ana, "P2")).toMatchObject({ folder: "inbox", starred: false });
    expect((await undo(ana, { ruleId: rule.id })).body.undone).toBe(2);
  },
  slowMs,
);

test(
  "a rule is run on chosen mails and on the newest, and not on those of others [RUL-20]",
  async () => {
    const ana = await person("NORMAL_USER");
    const eve = await person("NORMAL_USER", { tenantId: ana.tenantId });
    await giveMail(ana, [mailTo(ana, { subject: "Old" }), mailTo(ana, { subject: "Other", from: "x@y.test" })]);
    await giveMail(eve, [mailTo(eve, { subject: "Hers" })]);
    const rule = await add(ana, { state: "off", actions: [{ do: "star" }] });
    const run = (body: object) => call(ana, rules.run, { params: { id: rule.id }, body });
    expect((await run({ messageIds: [(await messageOf(eve, "Hers"))?.id] })).status).toBe(404);
    expect((await call(eve, rules.run, { params: { id: rule.id }, body: {} })).status).toBe(404);
    expect((await run({ newest: 100 })).body).toMatchObject({
      tried: 2,
      hits: 1,
      runs: [{ subject: "Old", outcome: "done" }],
    });
    expect((await run({})).body.runs).toEqual([]);
    await undo(ana, { ruleId: rule.id });
    expect((await run({ messageIds: [(await messageOf(ana, "Old"))?.id] })).body.runs).toMatchObject([
      { outcome: "done" },
    ]);
    expect((await messageOf(ana, "Old"))?.starred).toBe(true);
  },
  slowMs,
);

test(
  "mail that stays unread is handled once when it reaches the age of a rule [RUL-21]",
  async () => {
    const ana = await person("NORMAL_USER");
    await add(ana, { when: [...isFrom("acme"), { field: "unreadDays", days: 3 }], actions: [{ do: "archive" }] });
    await giveMail(ana, [mailTo(ana, { subject: "Stays" }), mailTo(ana, { subject: "Read" })]);
    await settled(ana);
    expect((await messageOf(ana, "Stays"))?.folder).toBe("inbox");
    await call(ana, api.actions.apply, { body: { ids: [(await messageOf(ana, "Read"))?.id ?? ""], action: "read" } });
    advance(3 * 86_400_000 + 60_000);
    try {
      await queueAged(world);
      await settled(ana);
      expect([(await messageOf(ana, "Stays"))?.folder, (await messageOf(ana, "Read"))?.folder]).toEqual([
        "archive",
        "inbox",
      ]);
      await undo(ana, { from: new Date(0).toISOString() });
      await queueAged(world);
      await settled(ana);
      expect((await messageOf(ana, "Stays"))?.folder).toBe("inbox");
    } finally {
      advance(-(3 * 86_400_000 + 60_000));
    }
  },
  slowMs,
);

test(
  "a mailbox without folders skips the action and says why; the other actions go on [RUL-22]",
  async () => {
    const ana = await person("NORMAL_USER");
    await add(ana, { actions: [{ do: "move", folder: "Receipts" }, { do: "label", folder: "X" }, { do: "star" }] });
    await giveMail(ana, [mailTo(ana, { subject: "Local" })]);
    await settled(ana);
    expect((await historyOf(ana)).map(({ did, outcome, error }) => [did, outcome, error]).sort()).toEqual([
      ["Add the label “X”", "skipped", "The local mailbox has no folders of its own."],
      ["Move to “Receipts”", "skipped", "The local mailbox has no folders of its own."],
      ["Star", "done", null],
    ]);
  },
  slowMs,
);

test(
  "a rule that acts on too many mails in a minute is paused, and its owner is told [RUL-55]",
  async () => {
    const ana = await person("NORMAL_USER");
    const rule = await add(ana, { name: "Storm", actions: [{ do: "star" }] });
    await giveMail(ana, [mailTo(ana, { subject: "First" })]);
    await settled(ana);
    await peek(
      `insert into mail_rule_runs (tenant_id, id, user_id, rule_id, rule_name, is_shared, mail_key, message_id, mailbox_id, sender, subject, date,
      action_index, action, hits, outcome, at)
     select tenant_id, gen_random_uuid(), user_id, rule_id, rule_name, false, 'k' || n, message_id, mailbox_id, sender, subject, date, 0, action,
      hits, outcome, now() from mail_rule_runs, generate_series(1, 200) n where rule_id = $1`,
      [rule.id],
    );
    await giveMail(ana, [mailTo(ana, { subject: "Last" })]);
    await settled(ana);
    expect((await messageOf(ana, "Last"))?.starred).toBe(false);
    const [listed] = (await call(ana, rules.list)).body.items;
    expect(listed).toMatchObject({ state: "paused", pausedReason: "It acted on more than 200 mails within a minute." });
    expect((await call(ana, api.account.notices)).body.items).toMatchObject([
      { kind: "rule-paused", reason: "Storm: It acted on more than 200 mails within a minute." },
    ]);
    const on = await call(ana, rules.setState, { params: { id: rule.id }, body: { state: "on" } });
    expect(on.body).toMatchObject({ state: "on", pausedReason: null });
  },
  slowMs,
);
