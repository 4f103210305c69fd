import { QueryClientProvider, useMutation } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "./query-client.ts";
import { runMutation } from "./run-mutation.ts";

test("the outcome is reported after the component has unmounted", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useMutation({ mutationFn: (_id: string) => promise }), { wrapper });
  const onSuccess = vi.fn();
  act(() => runMutation(result.current, "1", onSuccess));
  unmount();
  resolve("done");
  await waitFor(() => expect(onSuccess).toHaveBeenCalledExactlyOnceWith("done"));
});
