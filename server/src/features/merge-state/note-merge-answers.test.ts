import { expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { mergeWorld } from "#test/merge-world.ts";
import { failedRecipients, noteMergeAnswers } from "./note-merge-answers.ts";

const { writer, draft, start, run, recipients, totals, peek, world } = await mergeWorld();

const report = (address: string, status: string, action = "failed") =>
  `Your mail was not delivered.\n\nReporting-MTA: mx.example.test\n\nFinal-Recipient: ${address}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: 550 no such user`;

async function sentRun() {
  const { who } = await writer();
  const id = await draft(who);
  await start(who, id);
  await run(who, id);
  const messageIds = await peek<{ address: string; message_id: string }>(
    "select address, message_id from mail_merge_recipients where merge_id = $1",
    [id],
  );
  const owner = { tenantId: who.tenantId, userId: who.id };
  const arrive = (mail: object) => {
    const whole = {
      from: { name: "", address: "ada@example.test" },
      references: [],
      inReplyTo: null,
      headers: {},
      text: "",
    };
    return fencedTransaction(world.db, owner, (tx) => noteMergeAnswers(tx, owner, [{ ...whole, ...mail }]));
  };
  const idOf = (address: string) => messageIds.find((one) => one.address === address)?.message_id ?? "";
  const suppressed = () =>
    peek<{ address: string }>("select address from suppressions where tenant_id = $1", [who.tenantId]);
  return { who, id, arrive, idOf, suppressed };
}

test("an answer is noted by the Message-ID that it names; an out-of-office note is none [MRG-62]", async () => {
  const { who, id, arrive, idOf } = await sentRun();
  await arrive({ inReplyTo: idOf("ada@example.test"), headers: { autoSubmitted: "auto-replied" } });
  expect((await totals(who, id)).replied).toBe(0);
  await arrive({ inReplyTo: idOf("ada@example.test") });
  await arrive({ references: [idOf("bo@example.test")] });
  await arrive({ inReplyTo: "<other@example.test>" });
  const replied = await recipients(who, id, { show: "replied" });
  expect(replied.map(({ address }) => address)).toEqual(["ada@example.test", "bo@example.test"]);
});

test("a report that an address does not exist suppresses it, if the run wrote to it [MRG-56]", async () => {
  const { arrive, suppressed } = await sentRun();
  const from = { name: "", address: "MAILER-DAEMON@mx.example.test" };
  await arrive({ from, text: report("bo@example.test", "4.2.2", "delayed") });
  await arrive({ from, text: report("bo@example.test", "5.2.2") });
  await arrive({ from, text: report("stranger@example.test", "5.1.1") });
  await arrive({ text: report("ada@example.test", "5.1.1") });
  expect(await suppressed()).toEqual([]);
  await arrive({ from, text: report("bo@example.test", "5.1.1") });
  expect(await suppressed()).toEqual([{ address: "bo@example.test" }]);
});

test("reports are read in linear time, and only their failed recipients count [MRG-56]", () => {
  const text = `${report("a@example.test", "5.1.1")}\n\nFinal-Recipient: b@example.test\nAction: relayed\nStatus: 2.0.0\n`;
  expect(failedRecipients(text)).toEqual(["a@example.test"]);
  expect(failedRecipients("Final-Recipient:\n".repeat(100_000))).toEqual([]);
});
