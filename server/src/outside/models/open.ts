import { ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import { type Model, ModelError, type ModelSettings } from "./model.ts";
import { openSdkModel } from "./sdk-model.ts";

export type Models = {
  /** `key` is the tenant: one company's broken provider does not rest another's. */
  open(key: string, at: ModelSettings): Model;
};

type Options = {
  fetch: typeof globalThis.fetch;
  /** Where each provider is, unless a tenant's settings say otherwise. */
  bases?: Partial<Record<ModelSettings["provider"], string>>;
  restMs?: number;
  failures?: number;
  limits?: Parameters<typeof openSdkModel>[2];
};

/** Models by their settings, each tenant and provider behind a breaker of its own. */
export function openModels({ fetch, bases = {}, restMs = 30_000, failures = 5, limits }: Options): Models {
  const breakers = new Map<string, ReturnType<typeof breakerOf>>();
  const breakerOf = () =>
    circuitBreaker(handleWhen(isTheirFault), { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failures) });

  return {
    open(key, settings) {
      const at = { ...settings, baseUrl: settings.baseUrl || (bases[settings.provider] ?? "") };
      const model = openSdkModel(at, fetch, limits);
      // A changed address or key deserves a fresh start.
      const name = [key, at.provider, at.baseUrl, at.model, at.apiKey.slice(-6)].join("\n");
      if (breakers.size > 10_000) breakers.clear();
      const breaker = breakers.get(name) ?? breakerOf();
      breakers.set(name, breaker);
      return {
        answer: (question, asking) =>
          breaker
            .execute(() => model.answer(question, asking))
            .catch((error: unknown) => {
              if (error instanceof ModelError) throw error;
              throw new ModelError(
                "resting",
                "The AI provider failed several times in a row. It is tried again shortly.",
                { cause: error },
              );
            }),
      };
    },
  };
}

/** What a wrong key or a question it will not answer says nothing about: whether it is up. */
const isTheirFault = (error: unknown) =>
  error instanceof ModelError && ["unreachable", "timeout", "throttled"].includes(error.fault);
