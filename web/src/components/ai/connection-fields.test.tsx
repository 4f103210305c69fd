import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ConnectionFields, canListModels, modelForProvider, retiredIn } from "./connection-fields.tsx";

const field = (name: string) => ({ name, error: undefined });
const common = { keepsKey: false, withoutKey: "Leave empty.", field, namesId: "names" };

test("a model that its provider has switched off is replaced with a notice, unless the provider still lists it", async () => {
  const setModel = vi.fn();
  render(
    <ConnectionFields {...common} provider="gemini" model="gemini-1.5-pro" setModel={setModel} list={undefined} />,
  );
  expect(screen.getByText(/Google Gemini has switched off gemini-1.5-pro/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use gemini-3.8-flash" }));
  expect(setModel).toHaveBeenCalledWith("gemini-3.8-flash");
  expect(retiredIn("gemini", "gemini-1.5-pro", { models: ["gemini-1.5-pro"] })).toBeUndefined();
  expect(retiredIn("gemini", "gemini-1.5-pro", { models: ["gemini-1.5-pro"], reason: "No key" })).toBeTruthy();
  expect(retiredIn("openai", "gemini-1.5-pro", undefined)).toBeUndefined();
});

test("each provider shows what it needs, and a provider's names are shown as text", () => {
  const show = (provider: "azure" | "bedrock" | "ollama" | "openai") =>
    render(
      <ConnectionFields
        {...common}
        provider={provider}
        model="m"
        setModel={() => undefined}
        list={{ models: ["<img src=x>", "b"] }}
      />,
    );
  const labels = { azure: "Base URL", bedrock: "Region", ollama: "Base URL" };
  for (const [provider, label] of Object.entries(labels) as ["azure" | "bedrock" | "ollama", string][]) {
    const { unmount } = show(provider);
    expect(screen.getByLabelText(label)).toBeTruthy();
    expect(screen.queryByLabelText("API Key") === null).toBe(provider === "ollama");
    unmount();
  }
  const { container } = show("openai");
  expect(screen.queryByLabelText("Base URL")).toBeNull();
  expect(screen.getByText("2 models in the list of OpenAI.")).toBeTruthy();
  expect(container.querySelector("img")).toBeNull();
});

test("a suggested model follows its provider, a typed one stays; a list needs an address and a key", () => {
  expect(modelForProvider("anthropic", "gpt-4o", undefined)).toBe("claude-sonnet-5-5");
  expect(modelForProvider("anthropic", "mine", undefined)).toBe("mine");
  expect(modelForProvider("anthropic", "listed", { models: ["listed"] })).toBe("claude-sonnet-5-5");
  const blank = { baseUrl: "", region: "", apiKey: "" };
  expect(canListModels({ ...blank, provider: "openai" }, false)).toBe(false);
  expect(canListModels({ ...blank, provider: "openai" }, true)).toBe(true);
  expect(canListModels({ ...blank, provider: "bedrock", apiKey: "12345678" }, false)).toBe(false);
  expect(canListModels({ ...blank, provider: "ollama", baseUrl: "http://x/v1" }, false)).toBe(true);
  expect(canListModels({ ...blank, provider: "azure", apiKey: "12345678", baseUrl: "https://x" }, false)).toBe(false);
});
