import { t } from "@intellibox/contract/text/t";
import { ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import type { LocalModelHost } from "#lib/local-model-hosts.ts";
import type { Embedder, EmbeddingSettings } from "./embedder.ts";
import type { FileModel } from "./file-model/model-process.ts";
import { type FoundModels, findLocalModels } from "./find-local-models.ts";
import { findWindow } from "./find-window.ts";
import { type ListSettings, listModels } from "./list-models.ts";
import type { ModelNetwork } from "./model-network.ts";
import type { ModelLimits } from "./sdk-model.ts";
import { ModelError, type ProviderSettings, type TextModel } from "./text-model.ts";

export type Models = {
  /** Each tenant has its own circuit breakers, so that one company's wrong settings do not affect another. */
  open(tenantId: string, settings: ProviderSettings): TextModel;
  /** The same for a model that makes vectors of texts. */
  openEmbedder(tenantId: string, settings: EmbeddingSettings): Embedder;
  /** The names of the provider's models, by its own list. Throws a ModelError if it gives none. */
  list(settings: ListSettings, signal: AbortSignal): Promise<string[]>;
  /** The model's context window in tokens, if its provider states it. */
  window(settings: ProviderSettings, signal: AbortSignal): Promise<number | undefined>;
  /** Model servers on the hosts of INTELLIBOX_LOCAL_MODELS. */
  findLocal(signal: AbortSignal): Promise<FoundModels[]>;
  /** Model servers on one host, as far as the installation's network policy allows it. */
  findOn(host: LocalModelHost, signal: AbortSignal): Promise<FoundModels[]>;
};

type Options = {
  network: ModelNetwork;
  /** The model of INTELLIBOX_MODEL_FILE. */
  file?: { name: string; model: FileModel } | undefined;
  /** The address of each provider if a tenant's settings name none. */
  bases?: Partial<Record<ProviderSettings["provider"], string | undefined>>;
  restMs?: number;
  failures?: number;
  limits?: ModelLimits;
};

/** Opens models by their settings, with a circuit breaker for each tenant and provider. */
export function openModels({ network, file, bases = {}, restMs = 30_000, failures = 5, limits }: Options): Models {
  const breakers = new Map<string, ReturnType<typeof breakerOf>>();
  const breakerOf = () =>
    circuitBreaker(handleWhen(isOutage), { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failures) });
  const models = new Map<string, Promise<TextModel>>();
  // The AI SDK takes long to load, so it is loaded on use. Models are kept, because opening one delays the first token.
  const openOnce = (settings: ProviderSettings) => {
    const { provider, model, temperature, baseUrl, region, apiKey, chosenBy } = settings;
    const name = JSON.stringify([provider, model, temperature, baseUrl, region, apiKey, chosenBy]);
    const opened =
      models.get(name) ??
      import("./sdk-model.ts").then((sdk) => sdk.openSdkModel(addressed(settings), network.fetchFor(settings), limits));
    if (models.size > 1_000) models.clear();
    models.set(name, opened);
    opened.catch(() => models.delete(name));
    return opened;
  };
  const embedders = new Map<string, Promise<Embedder>>();
  const openEmbedderOnce = (settings: EmbeddingSettings) => {
    const { provider, model, baseUrl, region, apiKey, chosenBy } = settings;
    const name = JSON.stringify([provider, model, baseUrl, region, apiKey, chosenBy]);
    const opened =
      embedders.get(name) ??
      import("./embedder.ts").then((made) => made.openEmbedder(addressed(settings), network.fetchFor(settings)));
    if (embedders.size > 1_000) embedders.clear();
    embedders.set(name, opened);
    opened.catch(() => embedders.delete(name));
    return opened;
  };
  /** A changed address or key gets a new, closed breaker. */
  const breakerFor = (tenantId: string, settings: EmbeddingSettings) => {
    const at = addressed(settings);
    const name = [tenantId, at.provider, at.baseUrl, at.region, at.model, at.apiKey.slice(-6)].join("\n");
    if (breakers.size > 10_000) breakers.clear();
    const breaker = breakers.get(name) ?? breakerOf();
    breakers.set(name, breaker);
    return breaker;
  };
  const addressed = <Settings extends ListSettings>(settings: Settings): Settings => ({
    ...settings,
    baseUrl: settings.baseUrl || (bases[settings.provider] ?? ""),
  });

  return {
    open(tenantId, settings) {
      const at = addressed(settings);
      const opened =
        at.provider === "file" ? Promise.resolve(modelOf(file?.model, at.temperature)) : openOnce(settings);
      const breaker = breakerFor(tenantId, settings);
      return {
        answer: (request, options) =>
          breaker.execute(async () => (await opened).answer(request, options)).catch(asResting),
      };
    },
    openEmbedder(tenantId, settings) {
      const opened = openEmbedderOnce(settings);
      const breaker = breakerFor(tenantId, settings);
      return {
        embed: (texts, options) => breaker.execute(async () => (await opened).embed(texts, options)).catch(asResting),
      };
    },
    list: async (settings, signal) =>
      settings.provider === "file"
        ? namesOf(file)
        : listModels(addressed(settings), network.fetchFor(settings), signal),
    window: async (settings, signal) =>
      settings.provider === "file" ? undefined : findWindow(addressed(settings), network.fetchFor(settings), signal),
    findLocal: async (signal) => [
      ...namesOf(file).map((name) => ({ provider: "file" as const, host: name, baseUrl: "", models: [name] })),
      ...(await findLocalModels(network.localHosts, network.local, signal)),
    ],
    findOn: (host, signal) => findLocalModels([host], network.allowed, signal),
  };
}

const asResting = (error: unknown): never => {
  if (error instanceof ModelError) throw error;
  throw new ModelError("resting", t("The AI provider failed several times in a row. It is tried again shortly."), {
    cause: error,
  });
};

const namesOf = (file: Options["file"]) => (file ? [file.name] : []);

const modelOf = (model: FileModel | undefined, temperature: number): TextModel => ({
  answer: async (request, options) => {
    if (model) return model.answer({ ...request, temperature }, options);
    throw new ModelError("rejected", t("This server has no model file. Its operator sets INTELLIBOX_MODEL_FILE."));
  },
});

/** Whether an error says that the provider is down. A wrong key or a rejected request does not. */
const isOutage = (error: unknown) =>
  error instanceof ModelError && ["unreachable", "timeout", "throttled", "broken"].includes(error.fault);
