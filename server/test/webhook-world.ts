// A receiver of webhooks on loopback, and users with webhooks.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import { afterAll } from "vitest";
import { makeDueDeliveries } from "#features/webhooks/make-deliveries.ts";
import { mailGiver } from "./mail-world.ts";
import { outboxWorld } from "./outbox-world.ts";
import type { Caller } from "./test-world.ts";

type Call = { body: string; headers: Record<string, string> };

export async function startReceiver() {
  const receiver = { calls: [] as Call[], status: 204, answer: "", delayMs: 0, url: "" };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      receiver.calls.push({
        body: Buffer.concat(parts).toString(),
        headers: request.headers as Record<string, string>,
      });
      setTimeout(() => response.writeHead(receiver.status).end(receiver.answer), receiver.delayMs);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

export const eventsOf = (calls: Call[]) =>
  calls.map(
    ({ body }) => JSON.parse(body) as { id: string; event: string; version: number; data: Record<string, unknown> },
  );

/** Call it at the top of a test file, in place of `testWorld`. */
export async function webhookWorld(options: Parameters<typeof outboxWorld>[0] = {}) {
  const product = await outboxWorld(options);
  const { call, peek, world } = product;

  const allow = ({ tenantId }: Caller) =>
    peek(
      "insert into mail_rule_settings (tenant_id, webhooks) values ($1, true) on conflict (tenant_id) do update set webhooks = true",
      [tenantId],
    );
  const add = async (
    who: Caller,
    url: string,
    events: string[],
    calls: "webhooks" | "companyWebhooks" = "webhooks",
  ) => {
    const { status, body } = await call(who, api[calls].create, { body: { name: "Hook", url, events } });
    if (status !== 201) throw new Error(`The webhook was refused: ${JSON.stringify(body)}`);
    return body;
  };
  const deliver = () => makeDueDeliveries(world);
  const logOf = async (who: Caller, id: string, calls: "webhooks" | "companyWebhooks" = "webhooks") =>
    (await call(who, api[calls].deliveries, { params: { id } })).body.items;
  /** Makes what waits due at once. */
  const hurry = ({ tenantId }: Caller) =>
    peek("update webhook_deliveries set next_at = now() where tenant_id = $1 and state = 'waiting'", [tenantId]);

  return { ...product, giveMail: mailGiver(world), allow, add, deliver, logOf, hurry };
}
