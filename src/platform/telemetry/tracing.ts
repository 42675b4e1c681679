import { AsyncLocalStorage } from 'node:async_hooks';
import { SpanKind, type SpanContext } from '@opentelemetry/api';
import { newTraceId, RecordedSpan, RecordedTrace, type SpanFacts } from './recorded-trace';
import { formatTraceParent, parseTraceParent } from './trace-context';

/** A call to a back end that has ended. Times are those of `performance.now()`. */
export interface EndedCall extends SpanFacts {
  begun: number;
  ended: number;
  error?: unknown;
}

/** Where traces go, and which of them. */
export interface TraceRecorder {
  /** Whether a trace is recorded. `parent` is the span of the sender, or one that caused the trace. */
  isWanted(traceId: string, parent: SpanContext | undefined): boolean;
  /** Sends spans that have ended. */
  send(spans: readonly RecordedSpan[]): void;
}

/** Milliseconds. Faster resolvers get no span. */
const shortestResolver = 1;

/** What runs now: inside a span, or inside a trace that is not recorded, or without a trace. */
const running = new AsyncLocalStorage<RecordedSpan | 'not recorded' | undefined>();

/** Undefined while there is nobody to send traces to. */
let recorder: TraceRecorder | undefined;

/** Traces go to `next` from now on; with undefined, tracing is off and costs nothing. */
export function recordTraces(next: TraceRecorder | undefined): void {
  recorder = next;
}

/** Whether traces are recorded, at least some. */
export const isTracing = (): boolean => recorder !== undefined;

/** The kind of an error for a span: its stable code, or its class. Messages may contain values. */
function errorType(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}

/** Marks a span as failed. */
export function markFailed(span: RecordedSpan, type: string): void {
  span.failure = type;
}

/** The running span, if its trace is recorded and it has not ended: work that outlives its request is no part of its trace. */
export function currentSpan(): RecordedSpan | undefined {
  if (!recorder) return undefined;
  const span = running.getStore();
  return typeof span === 'object' ? span.open : undefined;
}

/** Begins a trace. Undefined if it is not to be recorded. */
function beginTrace(
  by: TraceRecorder,
  parent: SpanContext | undefined,
  causes: readonly SpanContext[] = [],
): RecordedTrace | undefined {
  const id = parent?.traceId ?? newTraceId();
  if (!by.isWanted(id, parent ?? causes[0])) return undefined;
  // The timer of what is sent outlives the trace.
  const send = (spans: readonly RecordedSpan[]) => running.run(undefined, () => by.send(spans));
  return new RecordedTrace(id, parent, causes, send);
}

/** Runs work inside a span. If it is not recorded, the work only runs, and `describe` is not called. */
export function traced<Result>(
  describe: () => SpanFacts,
  work: (span?: RecordedSpan) => Promise<Result>,
): Promise<Result> {
  if (!recorder) return work();
  const parent = running.getStore();
  if (parent === 'not recorded') return work();
  if (parent) return runInSpan(new RecordedSpan(parent.trace, parent, describe(), performance.now()), work);
  return runInTrace(beginTrace(recorder, undefined), describe, work);
}

/**
 * Runs work in the background inside a span of its own trace, linked to the spans that caused it. It is recorded if they
 * were, unless the sampler is one that does not look at parents.
 *
 * @param causes `traceparent`s, as `currentTraceParent` returned them
 */
export function tracedAlone<Result>(
  describe: () => SpanFacts,
  causes: readonly (string | null)[],
  work: (span?: RecordedSpan) => Promise<Result>,
): Promise<Result> {
  if (!recorder) return work();
  const links = causes.flatMap((cause) => parseTraceParent(cause) ?? []);
  return runInTrace(beginTrace(recorder, undefined, links), describe, work);
}

const runInTrace = <Result>(
  trace: RecordedTrace | undefined,
  describe: () => SpanFacts,
  work: (span?: RecordedSpan) => Promise<Result>,
): Promise<Result> =>
  trace
    ? runInSpan(new RecordedSpan(trace, undefined, describe(), performance.now()), work)
    : running.run('not recorded', work);

async function runInSpan<Result>(
  span: RecordedSpan,
  work: (span: RecordedSpan) => Promise<Result>,
): Promise<Result> {
  try {
    return await running.run(span, () => work(span));
  } catch (error) {
    markFailed(span, errorType(error));
    throw error;
  } finally {
    span.end(performance.now());
  }
}

/**
 * Runs a request, and all that follows from it, inside a span that the caller ends. `next` gets no span if the trace is
 * not recorded; `describe` is not called then.
 *
 * @param parent the span that the sender named
 */
export function runRequest(
  describe: () => SpanFacts,
  parent: SpanContext | undefined,
  next: (span?: RecordedSpan) => void,
): void {
  const trace = recorder && beginTrace(recorder, parent);
  if (!trace) return recorder ? running.run('not recorded', next) : next();
  const facts = { kind: SpanKind.SERVER, ...describe() };
  const span = new RecordedSpan(trace, undefined, facts, performance.now());
  running.run(span, () => next(span));
}

/** Runs a resolver. It gets a span, with the calls that it caused below it, if it takes long. */
export function tracedResolver(name: () => string, resolve: () => unknown): unknown {
  const parent = currentSpan();
  if (!parent) return resolve();
  const span = new RecordedSpan(parent.trace, parent, { name: '' }, performance.now(), true);
  const end = () => endResolver(span, name);
  let result: unknown;
  try {
    result = running.run(span, resolve);
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) result.then(end, end);
  else end();
  return result;
}

function endResolver(span: RecordedSpan, name: () => string): void {
  const ended = performance.now();
  if (ended - span.begun <= shortestResolver && !span.isKnown) return span.passOver(ended);
  span.name = name();
  span.end(ended);
}

/** Records a call that began in `within`. */
export function recordCall({ begun, ended, error, ...facts }: EndedCall, within: RecordedSpan): void {
  const parent = within.open;
  if (!parent) return;
  const span = new RecordedSpan(within.trace, parent, { kind: SpanKind.CLIENT, ...facts }, begun);
  if (error !== undefined) markFailed(span, errorType(error));
  span.end(ended);
}

/** Runs background work outside the trace of the request that has woken it. */
export const detached = <Result>(work: () => Result): Result =>
  recorder ? running.run(undefined, work) : work();

/** A callback that runs in the trace of the code that runs now, wherever it is called. */
export function inThisTrace<Given extends unknown[]>(
  callback: (...given: Given) => void,
): (...given: Given) => void {
  if (!recorder) return callback;
  const span = running.getStore();
  return (...given) => running.run(span, () => callback(...given));
}

/** The `traceparent` of what runs now, to be stored with what it causes; null if it is not recorded. */
export function currentTraceParent(): string | null {
  const span = currentSpan()?.certain;
  return span ? formatTraceParent(span.trace.id, span.id) : null;
}
