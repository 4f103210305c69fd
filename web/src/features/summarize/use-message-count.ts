import { useEffect, useState } from "react";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { isSmall, splitInWorker } from "./split-in-worker.ts";
import { type SummaryInput, threadOf } from "./summary-input.ts";

/** The number of messages in the input. A long text is counted once typing pauses. */
export function useMessageCount(input: SummaryInput): number {
  const settled = useDebouncedValue(input, 200);
  const [countOfLong, setCountOfLong] = useState(0);

  useEffect(() => {
    if (isSmall(settled)) return;
    let isCurrent = true;
    void splitInWorker(settled).then(({ length }) => isCurrent && setCountOfLong(length));
    return () => {
      isCurrent = false;
    };
  }, [settled]);
  return isSmall(input) ? threadOf(input).length : countOfLong;
}
