import { test as base, expect } from "@playwright/test";
import { startFakeModel } from "../../server/test/fake-model.ts";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { signInAs } from "../people.ts";
import { startProduct } from "../product.ts";
import { press } from "../writing.ts";

type Ollama = Awaited<ReturnType<typeof startFakeModel>>;
const tags = { models: [{ name: "llama3.2:latest" }, { name: "qwen3:4b" }, { name: "mistral-nemo" }] };
const mail = "Subject: Thank you for the visit\n\nDear Priya,\n\nThank you for the visit on Tuesday.\n\nKind regards";

/** A product whose operator allows one model server, which has Ollama's list of models. */
const test = base.extend<object, { product: { url: string; ollama: Ollama } }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they use by destructuring, and this one uses nothing
    async ({}, use) => {
      const ollama = await startFakeModel(({ path }) => {
        if (path === "/api/tags") return { status: 200, body: tags };
        return path.endsWith("/chat/completions") ? { pieces: [mail] } : { status: 404 };
      });
      const product = await startProduct({ INTELLIBOX_LOCAL_MODELS: new URL(ollama.url).host });
      await use({ url: product.url, ollama });
      await product.remove();
      await ollama.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

test("a found Ollama is used with one click, tested, offered to the company's admin, and writes the drafts", async ({
  page,
  product: { ollama },
}) => {
  test.slow();
  await signInAs(page, "owner", "/openai");
  await page.getByRole("main").getByLabel("Company").click();
  await page.getByRole("listbox").getByRole("option", { name: "Acme Traders" }).click();
  await expect(page.getByText(/Found on this computer: Ollama, 3 models/)).toBeVisible();
  await page.getByLabel("Choice on Ollama").selectOption("qwen3:4b");
  await page.getByRole("button", { name: "Use this" }).click();
  await expect(page.getByText("AI settings saved")).toBeVisible();
  await expect(page.getByLabel("Provider", { exact: true })).toContainText("Ollama");
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("qwen3:4b");
  await expect(page.getByText("3 models in the list of Ollama.")).toBeVisible();

  await page.getByRole("button", { name: "Test", exact: true }).click();
  const result = page.getByRole("status").filter({ hasText: "tokens" });
  await expect(result).toContainText(/OK.*Ollama · qwen3:4b · 18 tokens · [\d,]+ ms/);
  await expect(result).toContainText(/First word after [\d,]+ ms\./);
  await expect(result).toContainText("no provider charges for it");
  await expect(result).toContainText("Dear Priya,");
  await expectAccessibleInAllLooks(page);

  await signInAs(page, "admin", "/settings");
  await page.getByRole("link", { name: "AI model" }).click();
  await expect(page.getByText("Active now: Ollama, qwen3:4b")).toBeVisible();
  await page.getByText("Our own key").click();
  // Servers in the operator's network are not offered.
  await page.getByLabel("Provider", { exact: true }).click();
  await expect(page.getByRole("option", { name: "Anthropic" })).toBeVisible();
  await expect(page.getByRole("option", { name: "Ollama" })).toHaveCount(0);
  await page.getByRole("option", { name: "Anthropic" }).click();
  await expectAccessibleInAllLooks(page);
  await page.locator("label", { hasText: /^Built-in engine$/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Active now: Built-in engine")).toBeVisible();
  await page.getByText("Provided model").click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Active now: Ollama, qwen3:4b")).toBeVisible();

  await signInAs(page, "user", "/compose");
  await page.getByRole("textbox", { name: "Intent" }).fill("Thank Priya for the visit on Tuesday");
  await press(page, "Generate");
  await expect(page.getByText("Thank you for the visit on Tuesday.")).toBeVisible({ timeout: 30_000 });
  expect(ollama.calls.at(-1)?.body.model).toBe("qwen3:4b");
});
