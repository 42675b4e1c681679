import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { formatTraceParent, parseTraceParent } from './trace-context';

/** What a span is about. Neither its name nor its attributes contain values of callers. */
export interface SpanFacts {
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** A call to a back end that has ended. Times are those of `performance.now()`. */
export interface EndedCall extends SpanFacts {
  begun: number;
  ended: number;
  error?: unknown;
}

/** Milliseconds. Faster resolvers get no span. */
const shortestResolver = 1;

/** A resolver while it runs, and the calls that it has caused. They become spans once it is known to be slow enough. */
interface RunningResolver {
  calls: EndedCall[] | undefined;
}

const resolverKey = createContextKey('resolver');

/** Undefined while there is nobody to send traces to. */
let tracer: Tracer | undefined;

/** Traces go to `next` from now on; with undefined, tracing is off and costs nothing. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Whether traces are recorded. Code that would prepare something for them asks first. */
export const isTracing = (): boolean => tracer !== undefined;

/** The kind of an error for a span: its stable code, or its class. Messages may contain values. */
function errorType(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}

/** Marks a span as failed. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The running span, if it is recorded and has not ended. Work that outlives its request is no part of its trace. */
function recordingSpan(within: Context): Span | undefined {
  const span = trace.getSpan(within);
  return span?.isRecording() ? span : undefined;
}

/** Runs work inside a span. Without tracing it only runs. `describe` is not called then. */
export function traced<Result>(
  describe: () => SpanFacts,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  return tracer ? runInSpan(tracer, describe(), context.active(), [], work) : work();
}

/**
 * Runs work in the background inside a span of its own trace, linked to the spans that caused it.
 *
 * @param causes `traceparent`s, as `currentTraceParent` returned them
 */
export function tracedAlone<Result>(
  describe: () => SpanFacts,
  causes: readonly (string | null)[],
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const links = causes.flatMap((cause) => parseTraceParent(cause) ?? []).map((link) => ({ context: link }));
  return runInSpan(tracer, describe(), ROOT_CONTEXT, links, work);
}

async function runInSpan<Result>(
  by: Tracer,
  { name, kind, attributes }: SpanFacts,
  parent: Context,
  links: { context: SpanContext }[],
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = by.startSpan(name, { kind, attributes, links }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    markFailed(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Starts the span of a request, which the caller ends. `next` and all that follows from it run inside it. */
export function beginRequestSpan(
  { name, attributes }: SpanFacts,
  parent: SpanContext | undefined,
  next: (span: Span) => void,
): void {
  if (!tracer) return;
  const outside = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, outside);
  context.with(trace.setSpan(outside, span), () => next(span));
}

/** Runs a resolver. It gets a span, with the calls that it caused below it, if it takes long. */
export function tracedResolver(name: () => string, resolve: () => unknown): unknown {
  const within = context.active();
  if (!recordingSpan(within)) return resolve();
  const resolver: RunningResolver = { calls: [] };
  const begun = performance.now();
  const end = () => endResolver(resolver, name, begun, within);
  let result: unknown;
  try {
    result = context.with(within.setValue(resolverKey, resolver), resolve);
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) result.then(end, end);
  else end();
  return result;
}

function endResolver(resolver: RunningResolver, name: () => string, begun: number, within: Context): void {
  const { calls = [] } = resolver;
  resolver.calls = undefined;
  const ended = performance.now();
  let parent = within;
  if (ended - begun > shortestResolver && recordingSpan(within)) {
    const span = tracer?.startSpan(name(), { startTime: begun }, within);
    span?.end(ended);
    if (span) parent = trace.setSpan(within, span);
  }
  for (const call of calls) emit(call, parent);
}

/** The context for a call that begins now; undefined if its span would belong to no trace. */
export function contextOfCall(): Context | undefined {
  if (!tracer) return undefined;
  const within = context.active();
  return recordingSpan(within) ? within : undefined;
}

/** Records a call that began in `within`. */
export function recordCall(call: EndedCall, within: Context): void {
  const resolver = within.getValue(resolverKey) as RunningResolver | undefined;
  if (resolver?.calls) resolver.calls.push(call);
  else if (recordingSpan(within)) emit(call, within);
}

function emit({ name, attributes, begun, ended, error }: EndedCall, parent: Context): void {
  const span = tracer?.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: begun }, parent);
  if (!span) return;
  if (error !== undefined) markFailed(span, errorType(error));
  span.end(ended);
}

/** Runs background work outside the trace of the request that has woken it. */
export const detached = <Result>(work: () => Result): Result =>
  tracer ? context.with(ROOT_CONTEXT, work) : work();

/** The `traceparent` of what runs now, to be stored with what it causes; null if it is not recorded. */
export function currentTraceParent(): string | null {
  const within = contextOfCall();
  const span = within && trace.getSpanContext(within);
  return span ? formatTraceParent(span) : null;
}

/** For log lines: the trace that they belong to. */
export function traceFields(span: Span | undefined): { trace_id?: string } {
  return span ? { trace_id: span.spanContext().traceId } : {};
}
