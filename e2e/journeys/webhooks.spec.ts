import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { signInAs } from "../people.ts";

type Call = { body: string; signature: string; id: string };

async function startReceiver() {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const { "x-intellibox-signature": signature, "x-intellibox-delivery": id } = request.headers;
      calls.push({ body: Buffer.concat(parts).toString(), signature: String(signature), id: String(id) });
      response.writeHead(202).end("Thank you");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/crm`, close: () => server.close() };
}

test("an admin adds a webhook, its receiver checks the signature, and an event is sent again [HOK-01] [HOK-04] [HOK-08] [HOK-09]", async ({
  page,
}) => {
  const receiver = await startReceiver();
  await signInAs(page, "admin", "/settings?tab=integrations");
  const part = page.getByRole("region", { name: "Webhooks" });
  await expect(part.getByText("There are no webhooks yet.")).toBeVisible();
  await part.getByRole("button", { name: "Add webhook" }).click();
  const form = page.getByRole("dialog", { name: "Add webhook" });
  await form.getByLabel("Name").fill("CRM");
  await form.getByLabel("Web address").fill("http://example.com/");
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(form.getByText("Choose at least one event")).toBeVisible();
  await form.getByRole("checkbox", { name: "Mail sent" }).check();
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(form.getByText("The web address must begin with https://").first()).toBeVisible();
  await form.getByLabel("Web address").fill(receiver.url);
  await form.getByRole("button", { name: "Add webhook" }).click();
  const shown = page.getByRole("dialog", { name: "Secret of the webhook" });
  const secret = (await shown.getByRole("code").innerText()).trim();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole("button", { name: "Done" }).click();
  const row = part.getByRole("listitem").filter({ hasText: "CRM" });
  await expect(row).toContainText("On");
  await expect(page.getByText(secret)).toHaveCount(0);
  await expectAccessibleInAllLooks(page);
  await row.getByRole("button", { name: "Actions for CRM" }).click();
  await page.getByRole("menuitem", { name: "Send a test event" }).click();
  await expect.poll(() => receiver.calls.length, { timeout: 30_000 }).toBe(1);
  const { body, signature, id } = receiver.calls[0] as Call;
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  expect(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")).toBe(mac);
  expect(JSON.parse(body)).toMatchObject({ version: 1, id, event: "webhook.test" });
  await row.getByRole("button", { name: "Log of CRM" }).click();
  const log = page.getByRole("dialog", { name: "Log of CRM" });
  const delivery = log.getByRole("listitem").first();
  await expect(delivery).toContainText("Delivered");
  await expect(delivery).toContainText("status 202");
  await delivery.getByText("Details").click();
  await expect(delivery).toContainText("Thank you");
  await delivery.getByRole("button", { name: /^Send Test event/ }).click();
  await expect.poll(() => receiver.calls.length, { timeout: 30_000 }).toBe(2);
  expect(receiver.calls[1]?.id).toBe(id);
  await log.getByRole("button", { name: "Close" }).first().click();
  await row.getByRole("button", { name: "Switch off CRM" }).click();
  await expect(row).toContainText("Off");
  await row.getByRole("button", { name: "Actions for CRM" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(part.getByText("There are no webhooks yet.")).toBeVisible();
  receiver.close();
});
