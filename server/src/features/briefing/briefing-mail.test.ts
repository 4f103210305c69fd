import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailGiver } from "#test/mail-world.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { sendDueBriefings } from "./briefing-jobs.ts";

const { world, writer, call, peek, person } = await outboxWorld();
const giveMail = mailGiver(world);
const { briefings } = api;

const everyDay = { isOn: true, minute: 0, days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC" };
const makeDue = (userId: string, hours = 1) =>
  peek(`update briefing_mails set next_at = now() - interval '1 hour' * $2 where user_id = $1`, [userId, hours]);

async function reader() {
  const { who, server } = await writer("NORMAL_USER", { name: "Rohan Desai" });
  const from = "Meera <b>Nair</b> <meera@ornate.example>";
  const text = "Hi Rohan,\n\nWhich size of <script>alert(1)</script> boxes do you need?\n\nMeera";
  await giveMail(who, [mailOf({ to: who.email, from, subject: "Boxes <img src=x>", text, date: new Date() })]);
  return { who, server };
}

test("a briefing that is due is mailed once, however many processes look, and moves to its next time [BRF-05]", async () => {
  const { who, server } = await reader();
  const saved = await call(who, briefings.saveMail, { body: { ...everyDay, days: [7, 1, 2, 3, 4, 5, 6] } });
  expect(saved.body).toEqual({ ...everyDay, sentAt: null, problem: "" });
  await sendDueBriefings(world);
  expect(server.mails).toEqual([]);
  await makeDue(who.id);
  await Promise.all([sendDueBriefings(world), sendDueBriefings(world), sendDueBriefings(world)]);
  await until(() => server.mails.length > 0);
  await sendDueBriefings(world);
  expect(server.mails).toHaveLength(1);
  const [row] = await peek<{ is_ahead: boolean; count: number }>(
    `select next_at > now() as is_ahead, (select count(*)::int from outbox where user_id = $1) as count
     from briefing_mails where user_id = $1`,
    [who.id],
  );
  expect(row).toEqual({ is_ahead: true, count: 1 });
  const mail = server.mails[0]?.raw.toString() ?? "";
  expect(mail).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(mail).toContain(`To: ${who.email}`);
  expect(mail.replaceAll("=\r\n", "")).toContain("Needs an answer");
  const html = mail.slice(mail.indexOf("Content-Type: text/html")).replaceAll("=\r\n", "");
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toMatch(/<script|<img/);
  expect((await call(who, briefings.mail, {})).body.sentAt).not.toBeNull();
});

test("without mail to speak of, when switched off, and long after its time, nothing is sent [BRF-05]", async () => {
  const { who, server } = await writer("NORMAL_USER");
  await call(who, briefings.saveMail, { body: everyDay });
  await makeDue(who.id);
  await sendDueBriefings(world);
  expect((await call(who, briefings.sendMail, { body: { timeZone: "UTC" } })).status).toBe(409);
  const { who: late, server: lateServer } = await reader();
  await call(late, briefings.saveMail, { body: everyDay });
  await makeDue(late.id, 5);
  await sendDueBriefings(world);
  await call(late, briefings.saveMail, { body: { ...everyDay, isOn: false } });
  await makeDue(late.id);
  await sendDueBriefings(world);
  expect([...server.mails, ...lateServer.mails]).toEqual([]);
  expect((await call(late, briefings.sendMail, { body: { timeZone: "UTC" } })).status).toBe(200);
  await until(() => lateServer.mails.length === 1);
});

test("a briefing that cannot be sent says why, and waits for its next time [BRF-06]", async () => {
  const { who } = await reader();
  await peek("delete from mail_servers where tenant_id = $1", [who.tenantId]);
  await call(who, briefings.saveMail, { body: everyDay });
  await makeDue(who.id);
  await sendDueBriefings(world);
  const { body } = await call(who, briefings.mail, {});
  expect(body.problem).toBe("No mail server is set up for sending. An admin can add one in Mail Configuration.");
});

test("times that cannot be are refused, and nobody sees those of somebody else [BRF-06]", async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  await call(who, briefings.saveMail, { body: { ...everyDay, minute: 99 } });
  expect((await call(other, briefings.mail, {})).body).toMatchObject({ isOn: false, minute: 480 });
  for (const wrong of [{ minute: 1440 }, { days: [] }, { days: [8] }, { timeZone: "Mars/Base" }, { to: "x@y.z" }])
    expect((await call(who, briefings.saveMail, { body: { ...everyDay, ...wrong } as never })).status).toBe(400);
  expect((await call(who, briefings.mail, {})).body.minute).toBe(99);
});
