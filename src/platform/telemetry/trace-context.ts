import { createTraceState, TraceFlags, type SpanContext } from '@opentelemetry/api';

/** Version, trace id, span id and flags of W3C Trace Context; later versions may append to it. */
const form = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

const zeros = /^0+$/;

/** The span that a `traceparent` names; undefined if it is malformed, in which case the standard ignores it. */
export function parseTraceParent(text: unknown, state?: unknown): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = (typeof text === 'string' && form.exec(text)) || [];
  if (!traceId || !spanId || !flags || zeros.test(traceId) || zeros.test(spanId)) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return {
    traceId,
    spanId,
    traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
    ...(typeof state === 'string' && state !== '' && { traceState: createTraceState(state) }),
  };
}

/** The `traceparent` that names a recorded span. */
export const formatTraceParent = (traceId: string, spanId: string): string => `00-${traceId}-${spanId}-01`;
