// The states of the AI screens that a plain visit does not show: found models, a test's result, drafts, versions and placeholders.
import { type Browser, expect, type Page } from "@playwright/test";
import { startFakeModel } from "../server/test/fake-model.ts";
import { signInAs } from "./people.ts";
import { incoming, intent, press } from "./writing.ts";

const mail =
  "Subject: Thank you for the visit on Tuesday\n\nDear Priya,\n\nThank you for the visit on Tuesday. The samples arrive on [date], and I will call you about the price of ₹4,12,000.\n\nKind regards";
const tags = { models: [{ name: "llama3.2:latest" }, { name: "qwen3:4b" }, { name: "mistral-nemo" }] };

/** A model server with Ollama's protocol, which the product finds by `host`. */
export async function startStandInOllama() {
  const server = await startFakeModel(({ path }) => {
    if (path === "/api/tags") return { status: 200, body: tags };
    return path.endsWith("/chat/completions") ? { pieces: [mail] } : { status: 404 };
  });
  return { host: new URL(server.url).host, close: server.close };
}

type Size = { viewport: { width: number; height: number }; colorScheme: "light" | "dark"; baseURL: string };
type Take = (page: Page, name: string) => Promise<void>;

/** Before a model is chosen: what the built-in engine writes, and what its line says. */
export async function takeBuiltin(browser: Browser, size: Size, take: Take) {
  const context = await browser.newContext(size);
  const page = await context.newPage();
  await signInAs(page, "user", "/compose");
  await draft(
    page,
    "ask our lawyer whether we can terminate the contract with Soltec, and thank her for the quick help",
  );
  await take(page, "ai-compose-builtin");
  await answer(page);
  await take(page, "ai-reply-builtin");
  await page.goto("/inbox");
  await page.getByRole("listbox", { name: "Messages" }).getByRole("option").first().click();
  await press(page, "Draft Reply");
  await expect(page.getByRole("dialog", { name: "Draft reply" }).getByText(/tokens ·/)).toBeVisible({
    timeout: 60_000,
  });
  await take(page, "ai-inbox-reply");
  await context.close();
}

/** The owner finds and tests a model, the company's admin sees it, and the user writes with it. */
export async function takeWithModel(browser: Browser, size: Size, take: Take) {
  const context = await browser.newContext(size);
  const page = await context.newPage();
  await signInAs(page, "owner", "/openai");
  await page.getByRole("main").getByLabel("Company").click();
  await page.getByRole("listbox").getByRole("option", { name: "Acme Traders" }).click();
  await expect(page.getByText(/Found on this computer/)).toBeVisible();
  await take(page, "ai-found");
  await page.getByRole("button", { name: "Use this" }).click();
  await expect(page.getByText("3 models in the list of Ollama.")).toBeVisible();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "tokens" })).toBeVisible();
  await page.getByRole("status").filter({ hasText: "tokens" }).scrollIntoViewIfNeeded();
  await take(page, "ai-test");
  await page.getByText("What its admins may choose").click();
  await page.getByText("What its admins may choose").scrollIntoViewIfNeeded();
  await take(page, "ai-allowed");
  await page.getByLabel("Provider", { exact: true }).click();
  await page.getByRole("option", { name: "Amazon Bedrock" }).click();
  await page.getByLabel("API Key").scrollIntoViewIfNeeded();
  await take(page, "ai-bedrock");
  await signInAs(page, "admin", "/settings");
  await page.getByRole("link", { name: "AI model" }).click();
  await expect(page.getByText(/Active now/)).toBeVisible();
  await take(page, "ai-company");
  await page.getByText("Our own key").click();
  await page.getByText("Other models for summaries and quick work").click();
  await page.getByText("Daily budget").click();
  await take(page, "ai-company-own-key");
  await signInAs(page, "user", "/compose");
  await draft(page, "Thank Priya for the visit on Tuesday and say when the samples arrive");
  await take(page, "ai-compose-model");
  await showBrief(page);
  await press(page, "Multi Tone");
  await expect(page.getByRole("tab", { name: /tokens/ })).toHaveCount(3, { timeout: 60_000 });
  await take(page, "ai-tones");
  await answer(page);
  await press(page, "Another version");
  await expect(page.getByText("2 of 2")).toBeVisible({ timeout: 60_000 });
  await take(page, "ai-reply-versions");
  await context.close();
}

/** On a narrow screen the message covers the brief. */
async function showBrief(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < 1024) await page.getByRole("radio", { name: "Brief" }).check({ force: true });
}

const drafted = (page: Page) => expect(page.getByText("Draft by AI")).toBeVisible({ timeout: 60_000 });

async function draft(page: Page, words: string) {
  await intent(page).fill(words);
  await press(page, "Generate");
  await drafted(page);
}

async function answer(page: Page) {
  await page.goto("/reply");
  await incoming(page).fill(
    "Hi,\n\ncan we meet on Tuesday at 3 pm to go through the offer? Please also send the purchase order by Friday.\n\nRegards,\nJo Park",
  );
  await press(page, "Generate reply");
  await drafted(page);
}
