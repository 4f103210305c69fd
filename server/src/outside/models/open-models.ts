import { ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import { openSdkModel } from "./sdk-model.ts";
import { ModelError, type ProviderSettings, type TextModel } from "./text-model.ts";

export type Models = {
  /** Each tenant has its own circuit breakers, so that one company's wrong settings do not affect another. */
  open(tenantId: string, settings: ProviderSettings): TextModel;
};

type Options = {
  fetch: typeof globalThis.fetch;
  /** The address of each provider if a tenant's settings name none. */
  bases?: Partial<Record<ProviderSettings["provider"], string>>;
  restMs?: number;
  failures?: number;
  limits?: Parameters<typeof openSdkModel>[2];
};

/** Opens models by their settings, with a circuit breaker for each tenant and provider. */
export function openModels({ fetch, bases = {}, restMs = 30_000, failures = 5, limits }: Options): Models {
  const breakers = new Map<string, ReturnType<typeof breakerOf>>();
  const breakerOf = () =>
    circuitBreaker(handleWhen(isOutage), { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failures) });

  return {
    open(tenantId, settings) {
      const at = { ...settings, baseUrl: settings.baseUrl || (bases[settings.provider] ?? "") };
      const model = openSdkModel(at, fetch, limits);
      // A changed address or key gets a new, closed breaker.
      const name = [tenantId, at.provider, at.baseUrl, at.model, at.apiKey.slice(-6)].join("\n");
      if (breakers.size > 10_000) breakers.clear();
      const breaker = breakers.get(name) ?? breakerOf();
      breakers.set(name, breaker);
      return {
        answer: (request, options) =>
          breaker
            .execute(() => model.answer(request, options))
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

/** Whether an error says that the provider is down. A wrong key or a rejected request does not. */
const isOutage = (error: unknown) =>
  error instanceof ModelError && ["unreachable", "timeout", "throttled", "broken"].includes(error.fault);
