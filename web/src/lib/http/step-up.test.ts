import { endpoint } from "@intellibox/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { saveSession } from "../session/session.ts";
import { call } from "./api.ts";
import { onStepUp } from "./step-up.ts";

const danger = endpoint({
  method: "POST",
  path: "/danger",
  access: "signed-in",
  tenancy: "acting",
  stepUp: true,
  summary: "A dangerous thing, for these tests",
  body: z.object({ typed: z.string() }),
  response: z.object({ ok: z.boolean() }),
});
const run = () => call(danger, { body: { typed: "long text" } });

function start({ proves }: { proves: boolean }) {
  const api = fakeApi();
  let isProved = false;
  let asked = 0;
  api.on(danger, () => (isProved ? { ok: true } : refusal(403, { error: "Confirm", code: "step_up_required" })));
  saveSession(sessionOf("ADMIN"));
  const stop = onStepUp(async () => {
    asked++;
    isProved = proves;
    return proves;
  });
  return { api, stop, asked: () => asked };
}

test("a call that needs a proof is repeated with the same body after the dialog [FAC-02]", async () => {
  const { api, stop } = start({ proves: true });
  expect(await run()).toEqual({ ok: true });
  expect(api.callsOf(danger).map(({ body }) => body)).toEqual([{ typed: "long text" }, { typed: "long text" }]);
  stop();
});

test("calls that are refused together share one dialog [FAC-02]", async () => {
  const { stop, asked } = start({ proves: true });
  expect(await Promise.all([run(), run(), run()])).toHaveLength(3);
  expect(asked()).toBe(1);
  stop();
});

test("a call fails with the server's words if the dialog is closed, and without a dialog [FAC-02]", async () => {
  const { api, stop, asked } = start({ proves: false });
  await expect(run()).rejects.toMatchObject({ status: 403, message: "Confirm" });
  expect([asked(), api.callsOf(danger).length]).toEqual([1, 1]);
  stop();
  await expect(run()).rejects.toMatchObject({ code: "step_up_required" });
  expect(asked()).toBe(1);
});
