import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AiSettingsForm } from "./ai-settings-form.tsx";

// The form asks for the provider's list of models, which is not part of these tests.
beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ models: [] }));
});
afterEach(() => vi.restoreAllMocks());

const show = (systemPrompt: string, hasApiKey = false) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AiSettingsForm
        tenantId={undefined}
        saved={{
          provider: "gemini",
          model: "gemini-1.5-pro",
          temperature: 0.7,
          baseUrl: "",
          systemPrompt,
          hasApiKey,
          fallback: true,
          ...{ region: "", summaryModel: "", quickModel: "", embeddingModel: "", dailyTokens: null, dailyCost: null },
          ...{ allowedProviders: [], allowedModels: [] },
        }}
      />
    </QueryClientProvider>,
  );

test("the preview of the system prompt is cut at 140 characters, and a button shows the whole prompt [AIC-09] [AIC-08]", async () => {
  const prompt = `${"a".repeat(139)}bc${"d".repeat(60)}`;
  show(prompt);
  expect(screen.getByText(`${"a".repeat(139)}b…`)).toBeTruthy();
  expect(screen.queryByText(/c/, { selector: "p + p" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show system prompt" }));
  expect((screen.getByLabelText("System prompt") as HTMLTextAreaElement).value).toBe(prompt);
  await userEvent.click(screen.getByRole("button", { name: "Hide system prompt" }));
  expect(screen.queryByLabelText("System prompt")).toBeNull();
});

test("a prompt of exactly 140 characters is not cut [AIC-09]", () => {
  show("a".repeat(140));
  expect(screen.getByText("a".repeat(140))).toBeTruthy();
});

test("choosing another provider warns that saving removes the stored key [AIC-06]", async () => {
  show("", true);
  expect(screen.getByText(/A key is saved/)).toBeTruthy();
  expect(screen.getByPlaceholderText("Leave blank to keep the current key")).toBeTruthy();
  await userEvent.click(screen.getByRole("combobox", { name: "Provider" }));
  await userEvent.click(screen.getByRole("option", { name: "OpenAI" }));
  expect(
    screen.getByText(/The saved key is for Google Gemini\. Saving removes it: enter the key for OpenAI\./),
  ).toBeTruthy();
  expect(screen.queryByText(/A key is saved/)).toBeNull();
  expect(screen.queryByPlaceholderText("Leave blank to keep the current key")).toBeNull();
  await userEvent.type(screen.getByLabelText("API Key"), "sk-new");
  expect(screen.queryByText(/Saving removes it/)).toBeNull();
});

test("the list of one provider's models is not shown for another one that was just chosen", async () => {
  vi.mocked(globalThis.fetch).mockImplementation(async () => Response.json({ models: ["gemini-9", "gemini-8"] }));
  show("", true);
  expect(await screen.findByText("2 models in the list of Google Gemini.")).toBeTruthy();
  await userEvent.click(screen.getByRole("combobox", { name: "Provider" }));
  await userEvent.click(screen.getByRole("option", { name: "Amazon Bedrock" }));
  expect(screen.queryByText(/models in the list of/)).toBeNull();
  expect(screen.getByText("The id of a model or of an inference profile.")).toBeTruthy();
});
