// Looks for model servers on this computer and on hosts that the operator or an owner's super admin names.
import type { LocalModelHost } from "#lib/local-model-hosts.ts";
import { cleanNames, ollamaTags, readers } from "./list-models.ts";
import { readJson } from "./read-json.ts";

type Fetch = typeof globalThis.fetch;
export type FoundModels = {
  provider: "ollama" | "lmstudio" | "llamacpp" | "compatible" | "file";
  /** The host and port, as a person would write it. */
  host: string;
  baseUrl: string;
  models: string[];
};

const patienceMs = 1500;
const maxBytes = 1 << 20;

/** Asks all ports at once. A port without a model server is not an error. */
export async function findLocalModels(hosts: readonly LocalModelHost[], fetch: Fetch, signal: AbortSignal) {
  const asked = hosts.flatMap(({ host, ports }) => ports.map((port) => askPort(host, port, fetch, signal)));
  const found = (await Promise.all(asked)).filter((one) => one !== undefined);
  return [...new Map(found.map((one) => [one.baseUrl, one])).values()];
}

async function askPort(
  host: string,
  port: number,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<FoundModels | undefined> {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const baseUrl = `http://${address}/v1`;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const ask = async (url: string) => {
    try {
      const response = await fetch(url, { headers: { accept: "application/json" }, redirect: "error", signal: inTime });
      if (response.ok) return await readJson(response, maxBytes);
      await response.body?.cancel();
    } catch {
      // No server, no list, or a server of another kind.
    }
    return undefined;
  };
  const [tags, list] = await Promise.all([ask(ollamaTags(baseUrl)), ask(`${baseUrl}/models`)]);
  const fromTags = namesIn("ollama", tags);
  if (fromTags) return { provider: "ollama", host: address, baseUrl, models: fromTags };
  const fromList = namesIn("openai", list);
  return fromList && { provider: kindOf(list, port), host: address, baseUrl, models: fromList };
}

function namesIn(list: "ollama" | "openai", answer: unknown): string[] | undefined {
  try {
    return answer === undefined ? undefined : cleanNames(readers[list](answer));
  } catch {
    return undefined;
  }
}

/** llama.cpp names itself as the owner of its model; LM Studio is known by its port. */
function kindOf(answer: unknown, port: number): FoundModels["provider"] {
  const [first] = (answer as { data: { owned_by?: unknown }[] }).data;
  if (first?.owned_by === "llamacpp") return "llamacpp";
  return port === 1234 ? "lmstudio" : "compatible";
}
