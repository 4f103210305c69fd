import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { outboxWorld } from "#test/outbox-world.ts";

const { writer, person, call, peek, logsOf } = await outboxWorld();

test("a failed mail of an inactive account cannot be sent again until the account is active", async () => {
  const { who, server, send } = await writer();
  server.script.rcpt = "550 5.1.1 No such user";
  await send();
  delete server.script.rcpt;
  const [log] = await logsOf(who);
  const admin = await person("ADMIN", { tenantId: who.tenantId });
  const retry = () => call(admin, api.outbox.retry, { params: { id: log?.id ?? "" } });
  const setStatus = (status: string) => peek("update users set status = $2 where id = $1", [who.id, status]);

  await setStatus("Inactive");
  expect(await retry()).toMatchObject({
    status: 409,
    body: { error: "The account of its sender is not active, so it cannot be sent." },
  });
  expect(await logsOf(who)).toMatchObject([{ status: "failed" }]);
  await setStatus("Active");
  expect((await retry()).body).toMatchObject({ status: "sent" });
  expect(server.mails).toHaveLength(1);
});
