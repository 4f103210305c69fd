import { t } from "@intellibox/contract/text/t";

/** How many messages were left at a moment, in milliseconds. */
export type Sample = { at: number; remaining: number };

/** Shorter measurements say little: messages arrive in batches. */
const shortestMs = 5_000;
const mostSamples = 30;

/** Adds a sample. A number that grows belongs to a new step, whose rate is measured anew. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last?.remaining === next.remaining) return samples;
  return last && next.remaining > last.remaining ? [next] : [...samples, next].slice(-mostSamples);
}

/** Undefined while the rate is not known. */
export function minutesLeft(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < shortestMs) return undefined;
  const perMs = (first.remaining - last.remaining) / (last.at - first.at);
  return perMs > 0 ? Math.max(1, Math.round(last.remaining / perMs / 60_000)) : undefined;
}

/** "1,200 messages left, about 3 minutes": the time only if the rate is known. */
export function leftWords(samples: readonly Sample[]): string | undefined {
  const remaining = samples.at(-1)?.remaining ?? 0;
  if (remaining === 0) return undefined;
  const minutes = minutesLeft(samples);
  const left = t("{count, plural, one {# message left} other {# messages left}}", { count: remaining });
  if (minutes === undefined) return left;
  return minutes < 60
    ? t("{left}, {count, plural, one {about # minute} other {about # minutes}}", { left, count: minutes })
    : t("{left}, {count, plural, one {about # hour} other {about # hours}}", { left, count: Math.round(minutes / 60) });
}
