// Measures how much the server adds to a provider's time to the first token with 50 parallel streams, and the built-in engine.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { summarizeThread } from "#engine/builtin.ts";
import { networkOver } from "#outside/models/model-network.ts";
import { openModels } from "#outside/models/open-models.ts";
import { startFakeModel } from "#test/fake-model.ts";
import { firstTokenRows } from "./ai-product.ts";
import type { BenchRow } from "./bench-row.ts";

const streams = 50;
const question = { system: "You are brief.", prompt: "Say hello." };

export async function run(): Promise<BenchRow[]> {
  const provider = await startFakeModel(() => ({ pieces: Array.from({ length: 40 }, () => "word "), pauseMs: 5 }));
  const direct = await firstTokens((onFirst) => askDirectly(provider.url, onFirst));
  const models = openModels({ network: networkOver(fetch) });
  const settings = {
    provider: "compatible",
    model: "test",
    temperature: 0,
    baseUrl: provider.url,
    region: "",
    apiKey: "k",
    chosenBy: "owner",
  } as const;
  const through = await firstTokens(async (onFirst) => {
    const asking = { signal: new AbortController().signal, onText: onFirst };
    await models.open("t1", settings).answer(question, asking);
  });
  const served = await withServer(models, settings, (url) => firstTokens((onFirst) => askServer(url, onFirst)));
  await provider.close();
  return [
    {
      name: "provider alone",
      value: median(direct),
      unit: "ms",
      note: `to the first token, median of ${streams} at once`,
    },
    {
      name: "through our client",
      value: median(through),
      unit: "ms",
      note: `ratio ${(median(through) / median(direct)).toFixed(2)}`,
    },
    {
      name: "through an event stream",
      value: median(served),
      unit: "ms",
      note: `ratio ${(median(served) / median(direct)).toFixed(2)}`,
    },
    ...(await firstTokenRows()),
    ...builtinRows(),
  ];
}

async function firstTokens(ask: (onFirst: () => void) => Promise<void>) {
  // The first run is not measured, because a server loads and compiles its code once.
  await ask(() => undefined);
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: streams }, async () => {
      const begin = performance.now();
      let first = 0;
      await ask(() => {
        first ||= performance.now() - begin;
      });
      times.push(first);
    }),
  );
  return times;
}

async function askDirectly(url: string, onFirst: () => void) {
  const body = JSON.stringify({ model: "test", stream: true, messages: [{ role: "user", content: question.prompt }] });
  await read(await fetch(`${url}/chat/completions`, { method: "POST", body }), onFirst);
}

const askServer = async (url: string, onFirst: () => void) => read(await fetch(url), onFirst);

async function read(response: Response, onFirst: () => void) {
  for await (const _ of response.body ?? []) onFirst();
}

type Models = ReturnType<typeof openModels>;

/** A minimal server that forwards pieces as the product does, to measure only the forwarding. */
async function withServer<T>(
  models: Models,
  settings: Parameters<Models["open"]>[1],
  work: (url: string) => Promise<T>,
) {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const onText = (text: string) => void response.write(`event: token\ndata: ${JSON.stringify({ text })}\n\n`);
    await models.open("t1", settings).answer(question, { signal: new AbortController().signal, onText });
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function builtinRows(): BenchRow[] {
  const now = new Date("2026-11-15T10:00:00Z");
  const body =
    "Hi Ana,\n\nthe supplier confirmed the new price of ₹412 a piece. Please send the signed contract by Friday. Rohan will arrange the transport on Monday, and the insurance is still open.\n\nRegards,\nPriya";
  const thread = Array.from({ length: 20 }, (_, at) => ({
    from: `Person ${at} <p${at}@acme.test>`,
    to: "ana@acme.test",
    at: now,
    body: `${body} ${at}`,
  }));
  summarizeThread({ thread, now });
  const times = Array.from({ length: 30 }, () => {
    const begin = performance.now();
    summarizeThread({ thread, now });
    return performance.now() - begin;
  });
  return [
    {
      name: "built-in summary",
      value: median(times),
      unit: "ms",
      note: `a thread of 20 messages; limit 150, ratio ${(median(times) / 150).toFixed(3)}`,
    },
  ];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
