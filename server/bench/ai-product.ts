// Measures how much the whole product adds to a provider's time to the first token: sign-in, settings, quota, prompt and events.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded.ts";
import { startAppProcess } from "#test/app-process.ts";
import { startFakeModel } from "#test/fake-model.ts";
import type { BenchRow } from "./bench-row.ts";

const owner = { email: "owner@bench.test", password: "a good long bench phrase" };
const rounds = 45;
// With the rounds, below the calls that a user may make in a minute.
const warmUp = 12;
const json = { "content-type": "application/json" };

/** Direct calls and calls through the product alternate, so that other load on the machine affects both. */
export async function firstTokenRows(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-bench-"));
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const settings = { INTELLIBOX_ADMIN_EMAIL: owner.email, INTELLIBOX_ADMIN_PASSWORD: owner.password };
  const app = await startAppProcess({ url: embedded.url, dataDir, settings });
  const provider = await startFakeModel(() => ({ pieces: ["Dear Jo,", " thank", " you."], pauseMs: 30 }));
  try {
    const token = await signIn(app.url);
    const call = (path: string, method: string, body: object, accept = "application/json") =>
      fetch(`${app.url}/api${path}`, {
        method,
        headers: { ...json, accept, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const model = { provider: "compatible", model: "test", temperature: 0.2, systemPrompt: "Be brief." };
    const saved = await call("/ai", "PUT", { ...model, baseUrl: provider.url, apiKey: "k" });
    if (!saved.ok) throw new Error(`The settings were refused: ${await saved.text()}`);
    const mail = { emailBody: "Hello, can we meet on Monday at 10? Regards, Jo" };
    const asked = { model: "test", stream: true, messages: [{ role: "user", content: mail.emailBody }] };
    const direct: number[] = [];
    const through: number[] = [];
    for (let round = -warmUp; round < rounds; round++) {
      const alone = await firstToken(() =>
        fetch(`${provider.url}/chat/completions`, { method: "POST", headers: json, body: JSON.stringify(asked) }),
      );
      const served = await firstToken(() => call("/reply/generate", "POST", mail, "text/event-stream"));
      if (round < 0) continue;
      direct.push(alone);
      through.push(served);
    }
    const added = median(through) - median(direct);
    return [
      {
        name: "direct, one by one",
        value: median(direct),
        unit: "ms",
        note: `to the first token, median of ${rounds}`,
      },
      { name: "through the product", value: median(through), unit: "ms", note: `adds ${added.toFixed(1)} ms; limit 5` },
    ];
  } finally {
    await app.kill();
    await provider.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function signIn(url: string) {
  const response = await fetch(`${url}/api/auth/login`, { method: "POST", headers: json, body: JSON.stringify(owner) });
  return ((await response.json()) as { token: string }).token;
}

async function firstToken(ask: () => Promise<Response>) {
  const begin = performance.now();
  let first = 0;
  for await (const _ of (await ask()).body ?? []) first ||= performance.now() - begin;
  return first;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
