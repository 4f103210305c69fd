/** How fast a provider must answer. */
export type PaceLimits = {
  /** Until the first character. */
  firstMs: number;
  /** After it, each span of this length must bring `minChars`. */
  windowMs: number;
  minChars: number;
  totalMs: number;
};

export type PaceFault = "no-start" | "too-slow" | "too-long";

const checksPerWindow = 14;

/**
 * Aborts an answer that does not start, that trickles, or that takes too long. Only characters count: a server that keeps the
 * connection busy with empty events makes no progress.
 */
export function watchPace({ firstMs, windowMs, minChars, totalMs }: PaceLimits) {
  const control = new AbortController();
  let fault: PaceFault | undefined;
  let characters = 0;
  /** The number of characters at each check of the last window. */
  let checks: number[] | undefined;
  const end = (found: PaceFault) => {
    fault ??= found;
    control.abort();
  };
  const first = setTimeout(() => end("no-start"), firstMs);
  const total = setTimeout(() => end("too-long"), totalMs);
  let rate: ReturnType<typeof setInterval> | undefined;
  const check = () => {
    checks = [...(checks ?? []), characters].slice(-checksPerWindow - 1);
    if (checks.length > checksPerWindow && characters - (checks[0] ?? 0) < minChars) end("too-slow");
  };
  return {
    signal: control.signal,
    fault: () => fault,
    /** Counts text and reasoning. */
    received(length: number) {
      if (length > 0 && characters === 0) {
        clearTimeout(first);
        checks = [0];
        rate = setInterval(check, windowMs / checksPerWindow);
      }
      characters += length;
    },
    stop() {
      clearTimeout(first);
      clearTimeout(total);
      clearInterval(rate);
    },
  };
}

export const paceMessages: Record<PaceFault, string> = {
  "no-start": "The AI provider did not begin to answer in time.",
  "too-slow": "The AI provider's answer came too slowly and was ended.",
  "too-long": "The AI provider did not finish its answer in time.",
};
