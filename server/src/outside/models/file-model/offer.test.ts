import { expect, test } from "vitest";
import { networkOver } from "../model-network.ts";
import { openModels } from "../open-models.ts";
import type { TextRequest } from "../text-model.ts";

const network = networkOver(() => Promise.reject(new Error("A model file needs no network")));
const { signal } = new AbortController();
const settings = {
  provider: "file",
  model: "small.gguf",
  temperature: 0.3,
  baseUrl: "",
  region: "",
  apiKey: "",
  chosenBy: "owner",
} as const;

test("the model file is listed, found on this computer, and answers with the temperature of the settings", async () => {
  const asked: (TextRequest & { temperature: number })[] = [];
  const model = {
    answer: async (request: TextRequest & { temperature: number }) => {
      asked.push(request);
      return { text: "Hello", finish: "complete" as const, tokensIn: 1, tokensOut: 1 };
    },
    isRunning: () => true,
    close: async () => undefined,
  };
  const models = openModels({ network, file: { name: "small.gguf", model } });
  expect(await models.list(settings, signal)).toEqual(["small.gguf"]);
  expect(await models.findLocal(signal)).toEqual([
    { provider: "file", host: "small.gguf", baseUrl: "", models: ["small.gguf"] },
  ]);
  const answer = await models.open("t1", settings).answer({ system: "Be brief.", prompt: "Hi" }, { signal });
  expect(answer.text).toBe("Hello");
  expect(asked).toEqual([{ system: "Be brief.", prompt: "Hi", temperature: 0.3 }]);
});

test("without a model file none is offered, and choosing it says what is missing", async () => {
  const models = openModels({ network });
  expect(await models.list(settings, signal)).toEqual([]);
  expect(await models.findLocal(signal)).toEqual([]);
  await expect(models.open("t1", settings).answer({ system: "", prompt: "Hi" }, { signal })).rejects.toMatchObject({
    fault: "rejected",
    message: expect.stringContaining("INTELLIBOX_MODEL_FILE"),
  });
});
