// Records spans and sends them to a collector by OTLP over HTTP. Loaded only if traces are wanted.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "./config.ts";
import type { OpenSpan, SpanSpec, Tracing } from "./span.ts";

const closeMs = 2_000;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

export function openOtlp({ url, headers, serviceName, ratio }: NonNullable<Config["tracing"]>): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: 10_000 });
  const sampled = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    // A caller may continue its trace, but it does not decide how much is recorded.
    sampler: new ParentBasedSampler({ root: sampled, remoteParentSampled: sampled }),
    // Spans beyond the queue are dropped: a collector that is away costs no memory.
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2_000, exportTimeoutMillis: 10_000 })],
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 20 },
  });
  const tracer = provider.getTracer("intellibox");
  const inside = new AsyncLocalStorage<Context>();

  /** Timers and connections keep the context in which they were made. A span that has ended is no parent. */
  const liveContext = () => {
    const context = inside.getStore();
    return context && trace.getSpan(context)?.isRecording() ? context : undefined;
  };
  const start = ({ name, kind, attributes = {} }: SpanSpec, parent: Context) => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    return { span, context: trace.setSpan(parent, span) };
  };

  return {
    async run(spec, work) {
      const parent = liveContext();
      if (!parent && spec.isInner) return work();
      const { span, context } = start(spec, parent ?? ROOT_CONTEXT);
      try {
        return await inside.run(context, work);
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    begin(spec, traceparent): OpenSpan {
      const { span, context } = start(spec, remoteContext(traceparent));
      return {
        enter: (next) => inside.run(context, next),
        end({ name, attributes, failed }) {
          span.updateName(name).setAttributes(attributes);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    // The exporter repeats a failed call for ten seconds. A collector that is away must not hold up a stop for so long.
    close: () => Promise.race([provider.shutdown(), sleep(closeMs, undefined, { ref: false })]),
  };
}

/** The kind of an error, without its message: that may quote mail. */
function markFailed(span: Span, error: unknown) {
  const { name, code, fault } = error as { name?: unknown; code?: unknown; fault?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", String(fault ?? code ?? name ?? "unknown"));
}

/** The header of W3C Trace Context, version 00. Anything else starts a new trace. */
function remoteContext(traceparent = ""): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? "0", 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
