import { api } from "@intellibox/contract/api";
import { afterAll, expect } from "vitest";
import { startFakeModel } from "./fake-model.ts";
import { type Caller, testWorld } from "./test-world.ts";

type FakeAnswer = Parameters<typeof startFakeModel>[0];

/** A test world with calls to the assistant, and companies whose provider is a fake model. */
export async function assistantWorld(options?: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(options);
  const { person, call, app } = world;
  const started: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(started.map((server) => server.close())));
  let address: Promise<string> | undefined;

  return {
    ...world,

    /** A super admin whose company uses a fake model that gives these answers. */
    async withModel(answer: FakeAnswer, settings: object = {}) {
      const model = await startFakeModel(answer);
      started.push(model);
      const who = await person("SUPER_ADMIN");
      const body = {
        provider: "compatible",
        model: "test-model",
        temperature: 0.2,
        systemPrompt: "You write for Acme.",
        baseUrl: model.url,
        apiKey: "key-of-acme",
        ...settings,
      };
      expect((await call(who, api.aiSettings.update, { body })).status).toBe(200);
      return { who, model };
    },

    draft: (
      who: Caller,
      body: object = { intent: "Follow up on our proposal", tone: "friendly", context: "We met last Tuesday." },
    ) => call(who, api.assistant.draftEmail, { body }),

    /** Calls over a real connection, and returns the events of the answer. */
    async stream(who: Caller, path: string, body: object, signal?: AbortSignal) {
      address ??= app.listen({ port: 0, host: "127.0.0.1" });
      const response = await fetch(`${await address}/api${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${who.token}`,
          "content-type": "application/json",
          accept: "text/event-stream",
        },
        body: JSON.stringify(body),
        signal: signal ?? null,
      });
      return (await response.text())
        .split("\n\n")
        .filter(Boolean)
        .map((block) => ({
          event: /^event: (.*)$/m.exec(block)?.[1] ?? "",
          data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "null"),
        }));
    },
  };
}

export const sampleThread = [
  {
    from: "Priya Nair <priya@acme.test>",
    to: "ana@acme.test",
    at: "2026-11-12T09:00:00Z",
    body: "Hi Ana,\n\nPlease send the revised budget to Rohan by Friday. The board meets on Monday and needs the final figures.",
  },
  {
    from: "Ana <ana@acme.test>",
    to: "priya@acme.test",
    at: "2026-11-12T10:00:00Z",
    body: "I will send it tomorrow. The travel costs went up by 12 percent.",
  },
];
