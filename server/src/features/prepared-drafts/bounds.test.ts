import { expect, test } from "vitest";
import { assistantWorld } from "#test/assistant-world.ts";
import { askingMail, preparedDraftCalls, question } from "#test/prepared-draft-world.ts";
import { slowMs } from "#test/rule-world.ts";
import { maxPerHour } from "./prepare-drafts.ts";

const lines: string[] = [];
const product = await assistantWorld({ logTo: { write: (line) => void lines.push(line) } });
const { withModel, person, peek } = product;
const { switchOn, giveMail, settled, rowOf, preparedFor } = preparedDraftCalls(product);

const reply = { pieces: ["Hi Meera,\n\nWe need the large boxes, [number] of them.\n\nBest regards"] };

test(
  "a model writes the draft once for each mail, and gets no mail that needs none [DRW-06]",
  async () => {
    const { who, model } = await withModel(() => reply);
    await switchOn(who);
    await giveMail(who, [
      askingMail(who, { subject: "One" }),
      askingMail(who, { subject: "Two", text: `Hi Rohan,\n\n${question} And when?\n\nMeera` }),
      askingMail(who, { subject: "News", text: "Hi Rohan,\n\nthe boxes have left our house.\n\nMeera" }),
    ]);
    await settled(who);
    await settled(who);
    expect(model.calls).toHaveLength(2);
    expect(model.calls.every(({ prompt }) => prompt.includes(question))).toBe(true);
    expect((await preparedFor(who, "One")).draft).toMatchObject({ provider: "compatible", model: "test-model" });
  },
  slowMs,
);

test(
  "if the allowance of the plan is used up, nothing is written, nothing is tried again, and nothing is logged [DRW-10]",
  async () => {
    const { who, model } = await withModel(() => reply);
    await peek("update plans set monthly_tokens = 1 where id = (select plan_id from tenants where id = $1)", [
      who.tenantId,
    ]);
    await peek(
      `insert into ai_usage (tenant_id, id, user_id, kind, provider, model, tokens_in, tokens_out, duration_ms, succeeded)
       values ($1, gen_random_uuid(), $2, 'compose', 'compatible', 'test-model', 500, 500, 1, true)`,
      [who.tenantId, who.id],
    );
    await switchOn(who);
    lines.length = 0;
    await giveMail(who, [askingMail(who)]);
    await settled(who);
    expect(await rowOf(who, "Boxes")).toMatchObject({ is_ready: false, is_waiting: false });
    expect(model.calls).toEqual([]);
    expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  },
  slowMs,
);

test(
  "a model that fails is asked again later, three times at most [DRW-10]",
  async () => {
    const { who } = await withModel(() => ({ status: 400 }), { fallback: false });
    await switchOn(who);
    await giveMail(who, [askingMail(who)]);
    for (const attempts of [1, 2, 3]) {
      await settled(who);
      const [row] = await peek<{ attempts: number; is_due: boolean }>(
        "select attempts, next_at is not null as is_due from prepared_drafts where user_id = $1",
        [who.id],
      );
      expect(row).toEqual({ attempts, is_due: attempts < 3 });
      await peek("update prepared_drafts set next_at = now() where user_id = $1 and next_at is not null", [who.id]);
    }
    expect((await rowOf(who, "Boxes"))?.is_ready).toBe(false);
  },
  slowMs,
);

test(
  `a mailbox gets ${maxPerHour} drafts in an hour, and the others wait [DRW-10]`,
  async () => {
    const who = await person("NORMAL_USER", { name: "Rohan Desai" });
    await switchOn(who);
    const news = Array.from({ length: maxPerHour }, (_, at) =>
      askingMail(who, { subject: `News ${at}`, text: "Done." }),
    );
    await giveMail(who, news);
    await settled(who);
    await peek("update prepared_drafts set begun_at = now() where user_id = $1", [who.id]);
    await giveMail(who, [askingMail(who)]);
    await settled(who);
    expect(await rowOf(who, "Boxes")).toMatchObject({ is_ready: false, is_waiting: true });
    expect(await peek("select from ai_usage where user_id = $1", [who.id])).toEqual([]);
    await peek("update prepared_drafts set begun_at = begun_at - interval '61 minutes' where user_id = $1", [who.id]);
    await peek("update prepared_drafts set next_at = now() where user_id = $1 and next_at is not null", [who.id]);
    await settled(who);
    expect((await rowOf(who, "Boxes"))?.is_ready).toBe(true);
  },
  slowMs,
);

test(
  "a draft whose mail was answered while it was written is not kept [DRW-07]",
  async () => {
    let answered: Promise<unknown> = Promise.resolve();
    const { who, model } = await withModel(() => {
      answered = peek("update messages set answered = true where subject = 'Boxes' and user_id = $1", [who.id]);
      return { ...reply, pauseMs: 500 };
    });
    await switchOn(who);
    await giveMail(who, [askingMail(who)]);
    await settled(who);
    await answered;
    expect(model.calls).toHaveLength(1);
    expect(await rowOf(who, "Boxes")).toMatchObject({ is_ready: false, is_waiting: false });
  },
  slowMs,
);
