import { type Context, context, isSpanContextValid, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes } from "./telemetry.ts";

/** A trace context as a text that another process can continue: `traceparent` of W3C Trace Context. */
export type TraceParent = string;

export interface SpanOptions {
  /** Trace that the span continues; absent for the present one. Without any, the span begins a trace. */
  readonly parent?: TraceParent | null | undefined;
  readonly attributes?: Attributes;
}

/** Runs an action as a span of the present trace, or of another one. An error marks the span and is thrown again. */
export async function traced<Result>(
  name: string,
  { parent, attributes = {} }: SpanOptions,
  act: () => Promise<Result>,
): Promise<Result> {
  return await tracer().startActiveSpan(name, { attributes }, contextOf(parent), async (span) => {
    try {
      return await act();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Notes a span that is over, from its times in milliseconds since 1970-01-01 UTC. */
export function noteSpan(
  name: string,
  { startMs, endMs, parent, attributes = {} }: SpanOptions & { readonly startMs: number; readonly endMs: number },
): void {
  tracer().startSpan(name, { startTime: startMs, attributes }, contextOf(parent)).end(Math.max(startMs, endMs));
}

/** Returns the present trace context, for a record that another process continues; null where nothing is traced. */
export function presentTrace(): TraceParent | null {
  const found = trace.getActiveSpan()?.spanContext();
  if (found === undefined || !isSpanContextValid(found)) return null;
  return `00-${found.traceId}-${found.spanId}-${(found.traceFlags & 0xff).toString(16).padStart(2, "0")}`;
}

function tracer(): ReturnType<typeof trace.getTracer> {
  return trace.getTracer("portfolio-optimization");
}

function contextOf(parent: TraceParent | null | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return context.active();
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(context.active(), remote);
}

/** The message of an error may hold data of a customer, so a span has only its kind. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "unknown" });
}
