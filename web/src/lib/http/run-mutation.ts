import type { UseMutationResult } from "@tanstack/react-query";

type Mutation<Input, Output> = Pick<UseMutationResult<Output, Error, Input>, "mutateAsync">;

/**
 * Runs a mutation and calls `onSuccess` even if its component has unmounted meanwhile. The callbacks of `mutate` are dropped
 * then: a live event or a refetch may remove the row of an item before the response arrives. The query client or the screen
 * shows failures.
 */
export const runMutation = <Input, Output>(
  mutation: Mutation<Input, Output>,
  input: NoInfer<Input>,
  onSuccess: (output: Output) => void,
) => void mutation.mutateAsync(input).then(onSuccess, () => undefined);
