import { MutationCache, QueryClient, type QueryPersister } from "@tanstack/react-query";
import { isKeptQuery } from "../offline/kept-queries.ts";
import { screenToast, toast } from "../toast.ts";
import { ApiError, isUnreached, messageOf } from "./api-error.ts";

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

/** Without a network a query has what it shows already, or what this device has kept. */
const orKept: QueryPersister = async (run, context, query) => {
  try {
    return await run(context);
  } catch (error) {
    if (!isUnreached(error) || !isKeptQuery(query.queryKey)) throw error;
    if (query.state.data !== undefined) return query.state.data;
    const { recall } = await import("../offline/kept-answers.ts").catch(() => Promise.reject(error));
    return recall(query.queryKey);
  }
};

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        // Not paused without a network, so that what the device has kept is shown at once.
        networkMode: "always",
        refetchOnReconnect: true,
        persister: orKept,
      },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.showsFailure) toast.error(messageOf(error), screenToast);
      },
    }),
  });
