import { SpanKind, SpanStatusCode, TraceFlags, type Attributes, type SpanContext } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { RecordedSpan } from './recorded-trace';

/** What all spans of a process have in common. */
export type SpanSurroundings = Pick<ReadableSpan, 'resource' | 'instrumentationScope'>;

/** Limits of a span; undefined for none. */
export interface SpanLimits {
  attributeValueLength: number | undefined;
  attributeCount: number | undefined;
  linkCount: number | undefined;
}

/** Milliseconds since 1970 as OpenTelemetry writes them: seconds, and nanoseconds of the next one. */
function toHrTime(milliseconds: number): [seconds: number, nanoseconds: number] {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.floor((milliseconds - seconds * 1000) * 1e6)];
}

function limited(attributes: Attributes, { attributeValueLength, attributeCount }: SpanLimits): Attributes {
  if (attributeValueLength === undefined && attributeCount === undefined) return attributes;
  const kept = Object.entries(attributes).slice(0, attributeCount);
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, attributeValueLength) : value,
    ]),
  );
}

const contextWithId = ({ trace }: RecordedSpan, spanId: string): SpanContext => ({
  traceId: trace.id,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  traceState: trace.parent?.traceState,
});

/**
 * A span that has ended, as an exporter of OpenTelemetry reads it.
 *
 * @param timeOrigin when `performance.now()` was 0, in milliseconds since 1970
 */
export function toSentSpan(
  span: RecordedSpan,
  surroundings: SpanSurroundings,
  limits: SpanLimits,
  timeOrigin: number,
): ReadableSpan {
  const { name, kind = SpanKind.INTERNAL, trace, begun, ended = begun, failure, sentParent } = span;
  const own = contextWithId(span, span.id);
  const all = failure === undefined ? span.attributes : { ...span.attributes, 'error.type': failure };
  const attributes = limited(all, limits);
  const causes = span.parent ? [] : trace.links;
  const links = causes.slice(0, limits.linkCount).map((context) => ({ context }));
  return {
    ...surroundings,
    name,
    kind,
    spanContext: () => own,
    parentSpanContext: sentParent ? contextWithId(span, sentParent.id) : trace.parent,
    startTime: toHrTime(timeOrigin + begun),
    endTime: toHrTime(timeOrigin + ended),
    duration: toHrTime(ended - begun),
    status: { code: failure === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    attributes,
    links,
    events: [],
    ended: true,
    droppedAttributesCount: Object.keys(all).length - Object.keys(attributes).length,
    droppedEventsCount: 0,
    droppedLinksCount: causes.length - links.length,
  };
}
