// The program is killed with SIGKILL shortly after random actions. Each accepted action is done once, here and on a real mail server.
import { api } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { countPending, dovecotServer, heldHere, type MailStates } from "#test/action-servers.ts";
import { type AppProcess, callProcess, startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { randomFrom } from "#test/random-from.ts";

/** The long form is for `TEST_FAULTS=long`. */
const rounds = process.env.TEST_FAULTS === "long" ? 120 : 15;
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const below = (count: number) => Math.floor(random() * count);
const chosenOf = <T>(some: readonly T[]): T => some[below(some.length)] as T;

// Without workers here: only the killed program uploads, sends and syncs.
const product = await outboxWorld({ jobs: false });
const { writer, call, peek, url, world, logsOf } = product;
let dovecot: Dovecot;
let app: AppProcess;
beforeAll(async () => {
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
});
afterAll(async () => {
  await app?.kill();
  await dovecot?.remove();
});
const start = () =>
  startAppProcess({ url, dataDir: world.config.dataDir, settings: { INTELLIBOX_HISTORY_DAYS: "off" } });

/** The state of a message after the last accepted action. */
type Mail = { folder: string; unread: boolean; starred: boolean; isSnoozed: boolean; isDeleted: boolean };
type Step = { subject: string; before: Mail; after: Mail; request(): Promise<{ actionId?: string | null }> };

const filed: Partial<Record<MailAction, string>> = {
  ...{ archive: "archive", inbox: "inbox", junk: "junk", trash: "trash", move: "Work" },
};
const choices = ["archive", "inbox", "junk", "trash", "move", "star", "unstar", "read", "unread", "delete"] as const;

function afterAction(mail: Mail, action: MailAction): Mail {
  if (action === "star" || action === "unstar") return { ...mail, starred: action === "star" };
  if (action === "read" || action === "unread") return { ...mail, unread: action === "unread" };
  const isLast = mail.folder === "trash" || mail.folder === "junk";
  if (action === "delete" && isLast) return { ...mail, isDeleted: true };
  const folder = filed[action] ?? "trash";
  return { ...mail, folder, isSnoozed: mail.isSnoozed && folder === "inbox" };
}

const stateOf = ({ folder, unread, starred, isDeleted }: Mail) =>
  isDeleted ? undefined : [folder, ...(unread ? ["unread"] : []), ...(starred ? ["starred"] : [])].join(" ");

describe.skipIf(!hasDovecot)("a program that is killed", () => {
  test(`${rounds} times after random actions leaves every message once, where it was put, and sends no mail twice (seed ${seed})`, {
    timeout: rounds * 30_000,
  }, async () => {
    const subjects = Array.from({ length: 24 }, (_, at) => `Mail ${at}`);
    const { who, server: smtp } = await writer("NORMAL_USER", { plan: { emailQuota: -1 } });
    await peek("update session_tokens set expires_at = now() + interval '1 hour'");
    const { key, onServer } = await dovecotServer(dovecot)(product, who, subjects);
    await call(who, api.mailboxSettings.update, { params: { id: key.id }, body: { keepsDrafts: true } });
    await syncMailbox(world, key);
    const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
      key.id,
    ]);
    await peek("update folders set is_followed = true where mailbox_id = $1", [key.id]);
    const ids = new Map(rows.map(({ id, subject }) => [subject, id]));
    const [work] = await peek<{ id: string }>("select id from folders where mailbox_id = $1 and name = 'Work'", [
      key.id,
    ]);
    const mails = new Map<string, Mail>(
      subjects.map((subject) => [
        subject,
        { folder: "inbox", unread: true, starred: false, isSnoozed: false, isDeleted: false },
      ]),
    );
    const ask = <E extends Endpoint>(endpoint: E, input: object) => callProcess(app.url, who, endpoint, input);

    let last: { id: string; step: Step } | undefined;
    const sent: { subject: string; isAccepted: boolean }[] = [];
    const draft = { saved: null as string | null, subject: "" };

    const act = (): Step => {
      const [subject, before] = chosenOf([...mails].filter(([, one]) => !one.isDeleted));
      const action = chosenOf(choices);
      const body = { ids: [ids.get(subject)], action, ...(action === "move" && { folderId: work?.id }) };
      return { subject, before, after: afterAction(before, action), request: () => ask(api.actions.apply, { body }) };
    };
    const undo = (): Step => {
      if (!last) return act();
      const { id, step } = last;
      const now = mails.get(step.subject) as Mail;
      last = undefined;
      const request = async () => {
        await ask(api.actions.undo, { params: { id } });
        return {};
      };
      return { subject: step.subject, before: now, after: step.before, request };
    };
    const snooze = (): Step => {
      const some = [...mails].filter(([, one]) => !one.isDeleted && one.folder === "inbox");
      if (some.length === 0) return act();
      const [subject, before] = chosenOf(some);
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const request = async () => {
        await ask(api.snooze.snooze, { body: { ids: [ids.get(subject)], until } });
        return {};
      };
      return { subject, before, after: { ...before, isSnoozed: true }, request };
    };
    const nextStep = () => {
      const dice = random();
      return dice < 0.2 ? undo() : dice < 0.3 ? snooze() : act();
    };
    /** Runs a step that is answered. */
    const perform = async (step: Step) => {
      const { actionId } = await step.request();
      mails.set(step.subject, step.after);
      last = actionId ? { id: actionId, step } : undefined;
    };
    const send = async () => {
      const mail = { subject: `Sent ${sent.length}`, isAccepted: false };
      sent.push(mail);
      const body = { to: ["bo@example.com"], subject: mail.subject, body: "Good day." };
      await ask(api.outbox.send, { body, headers: { "idempotency-key": newId(), "x-mailbox-id": key.id } });
      mail.isAccepted = true;
    };
    const saveDraft = async () => {
      const [version, subject] = [newId().replaceAll("-", ""), `Draft ${below(1_000_000)}`];
      const content = { intent: "", tone: "professional", extra: "", to: "", bodyHtml: "<p>Dear Bo</p>" };
      await ask(api.drafts.keep, {
        params: { about: "compose" },
        body: { ...content, subject, version, basedOn: draft.saved },
      });
      Object.assign(draft, { saved: version, subject });
      // A draft waits for its writer to pause.
      await peek("update pgboss.job set start_after = now() where name = 'drafts.keep-copy' and state = 'created'");
    };
    /** Reads from the database whether what was cut off by a kill was accepted. */
    const settle = async (step: Step | undefined) => {
      const [kept] = await peek<{ version: string; subject: string }>(
        "select version, subject from drafts where user_id = $1",
        [who.id],
      );
      Object.assign(draft, { saved: kept?.version ?? null, subject: kept?.subject ?? "" });
      if (!step) return;
      const state = (await heldHere(product, key))[step.subject];
      const isSame = (mail: Mail) => state === stateOf(mail);
      const [row] = await peek<{ snoozed: boolean }>(
        "select snoozed_until is not null as snoozed from messages where id = $1",
        [ids.get(step.subject)],
      );
      const isSnoozed = row?.snoozed ?? false;
      const found = [step.after, step.before].find(
        (mail) => isSame(mail) && (mail.isDeleted || mail.isSnoozed === isSnoozed),
      );
      expect(found, `${step.subject} is ${state}`).toBeDefined();
      mails.set(step.subject, found ?? step.before);
      last = undefined;
    };

    const isIdle = async () => {
      const [row] = await peek<{ idle: boolean }>(
        `select lease_by is null and wanted_at is null and last_error is null
           and not exists (select from outbox o where o.user_id = m.user_id and o.phase not in ('sent', 'failed'))
           and not exists (select from outbox_contents c join outbox o using (tenant_id, id) where o.user_id = m.user_id and o.phase = 'sent')
           and not exists (select from pgboss.job j where j.state in ('created', 'active', 'retry') and j.name in ('drafts.keep-copy', 'drafts.remove-copy', 'outbox.keep-copy'))
           as idle from mailboxes m where id = $1`,
        [key.id],
      );
      return row?.idle && (await countPending(product, key)) === 0;
    };
    const expectRest = async () => {
      await peek("update messages set remove_at = now() where mailbox_id = $1 and remove_at is not null", [key.id]);
      await peek(
        "update pgboss.job set start_after = now() where state in ('created', 'retry') and name in ('mailbox.sync', 'drafts.keep-copy', 'outbox.keep-copy')",
      );
      await ask(api.mailboxes.sync, { params: { id: key.id }, body: { mode: "delta" } });
      await until(isIdle, 90_000);
      const wanted: MailStates = {};
      for (const [subject, mail] of mails) {
        const state = stateOf(mail);
        if (state) wanted[subject] = state;
      }
      const logs = await logsOf(who);
      for (const { subject, isAccepted } of sent) {
        const log = logs.find((one) => one.subject === subject);
        if (isAccepted) expect([subject, log?.status]).not.toEqual([subject, undefined]);
        const arrived = smtp.mails.filter(({ raw }) => raw.includes(`Subject: ${subject}\r\n`)).length;
        if (log?.status === "sent") expect([subject, arrived]).toEqual([subject, 1]);
        else expect(arrived).toBeLessThanOrEqual(log ? 1 : 0);
        if (log?.status === "sent") wanted[subject] = "sent";
      }
      if (draft.saved) wanted[draft.subject] = "drafts";
      const sorted = (states: MailStates) => Object.entries(states).sort();
      const here = await heldHere(product, key);
      expect({ here: sorted(here), server: sorted(await onServer()) }).toEqual({
        here: sorted(wanted),
        server: sorted(wanted),
      });
      const snoozed = await peek<{ subject: string }>(
        "select subject from messages where mailbox_id = $1 and snoozed_until is not null order by 1",
        [key.id],
      );
      const asleep = [...mails].filter(([, one]) => one.isSnoozed && !one.isDeleted).map(([subject]) => subject);
      expect(snoozed.map(({ subject }) => subject)).toEqual(asleep.sort());
    };

    app = await start();
    let hits = 0;
    for (let round = 1; round <= rounds; round++) {
      for (let count = below(4); count > 0; count--) await perform(nextStep());
      if (random() < 0.4) await saveDraft();
      // The last call may be cut off.
      const isSend = random() < 0.25;
      const step = isSend ? undefined : nextStep();
      const cutOff = (step ? perform(step) : send()).then(
        () => true,
        () => false,
      );
      await new Promise((done) => setTimeout(done, random() * 80));
      await app.kill();
      if (await cutOff) await settle(undefined);
      else await settle(step);
      if ((await countPending(product, key)) > 0) hits++;
      app = await start();
      if (round % 5 === 0 || round === rounds) {
        await expectRest();
        // Deleted messages are gone by now.
        last = undefined;
      }
    }
    // Otherwise the kills came too late to prove anything.
    expect(hits).toBeGreaterThan(rounds / 5);
  });
});
