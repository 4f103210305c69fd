// The parts of a trace.

export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export type SpanSpec = {
  name: string;
  kind: "server" | "client" | "consumer";
  attributes?: SpanAttributes;
  /** Recorded only inside another span, because alone it would say nothing: the transaction of a heartbeat. */
  isInner?: boolean;
};

/** A span that is not the work of one function, such as a call that goes through hooks. */
export type OpenSpan = {
  /** Runs `next` inside the span. */
  enter(next: () => void): void;
  end(result: { name: string; attributes: SpanAttributes; failed: boolean }): void;
};

export type Tracing = {
  run<T>(spec: SpanSpec, work: () => Promise<T>): Promise<T>;
  begin(spec: SpanSpec, traceparent?: string): OpenSpan;
  /** Sends the spans that wait. */
  close(): Promise<void>;
};
