import { t } from "@intellibox/contract/text/t";

/** How many messages were here at a moment, in milliseconds. */
export type Sample = { at: number; here: number };

/** Shorter measurements say little: messages arrive in batches. */
const shortestMs = 5_000;
const mostSamples = 30;

/** Adds a sample. A number that falls, because mail was deleted, begins a new measurement. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last?.here === next.here) return samples;
  return last && next.here < last.here ? [next] : [...samples, next].slice(-mostSamples);
}

/** Undefined while the rate is not known. */
export function minutesLeft(samples: readonly Sample[], left: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < shortestMs) return undefined;
  const perMs = (last.here - first.here) / (last.at - first.at);
  return perMs > 0 ? Math.max(1, Math.round(left / perMs / 60_000)) : undefined;
}

/** "About 1,200 messages left, about 3 minutes": the time only if the rate is known. */
export function leftWords(samples: readonly Sample[], count: number, isEstimate: boolean): string | undefined {
  if (count === 0) return undefined;
  const minutes = minutesLeft(samples, count);
  const left = isEstimate
    ? t("{count, plural, one {about # message left} other {about # messages left}}", { count })
    : t("{count, plural, one {# message left} other {# messages left}}", { count });
  if (minutes === undefined) return left;
  return minutes < 60
    ? t("{left}, {count, plural, one {about # minute} other {about # minutes}}", { left, count: minutes })
    : t("{left}, {count, plural, one {about # hour} other {about # hours}}", { left, count: Math.round(minutes / 60) });
}
