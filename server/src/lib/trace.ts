// Traces of calls, transactions, jobs and outgoing calls, if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise nothing is loaded or
// recorded. Spans have names of routes and jobs, codes and durations; never addresses, mail, values of queries or error messages.
import type { Config } from "./config.ts";
import type { OpenSpan, SpanSpec, Tracing } from "./span.ts";

/** One for the process, like the counters. */
let current: Tracing | undefined;

/** Starts to record, if the settings say where to. Returns how to end it. */
export async function openTracing({ tracing }: Pick<Config, "tracing">): Promise<() => Promise<void>> {
  if (!tracing) return async () => undefined;
  const { openOtlp } = await import("./otlp.ts");
  const own = openOtlp(tracing);
  current = own;
  return async () => {
    if (current === own) current = undefined;
    await own.close();
  };
}

export const inSpan = <T>(spec: SpanSpec, work: () => Promise<T>): Promise<T> =>
  current ? current.run(spec, work) : work();

export const beginSpan = (spec: SpanSpec, traceparent?: string): OpenSpan | undefined =>
  current?.begin(spec, traceparent);
