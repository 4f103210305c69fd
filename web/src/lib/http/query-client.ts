import { MutationCache, QueryClient } from "@tanstack/react-query";
import { screenToast, toast } from "../toast.ts";
import { ApiError, messageOf } from "./api-error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** The screen shows the failure itself, so no toast is needed. */
      showsFailure?: boolean;
    };
  }
}

/** Refusals (4xx) are final; a query is retried once if the server was unreachable or failed. */
const isWorthRetrying = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 1 && isWorthRetrying(error) },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.showsFailure) toast.error(messageOf(error), screenToast);
      },
    }),
  });
