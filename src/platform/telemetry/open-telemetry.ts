import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logging';
import { toSentSpan } from './sent-span';
import { recordTraces } from './tracing';

/**
 * The share of traces that is recorded unless a variable says otherwise. A recorded request takes up to a tenth more
 * processor time (docs/observability.md).
 */
const usualRatio = 0.1;

type Environment = Readonly<Record<string, string | undefined>>;

/** A number of the environment; undefined lets the library use its default. */
function readNumber(env: Environment, name: string, largest = Infinity): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  const range = largest === Infinity ? 'a number' : `a number from 0 to ${largest}`;
  if (!Number.isFinite(value) || value < 0 || value > largest)
    throw new Error(`These settings are not valid:\n  ${name}: must be ${range}, and is "${text}"`);
  return value;
}

/**
 * The sampler that `OTEL_TRACES_SAMPLER` names, as the specification of OpenTelemetry defines; without it, traces that
 * their sender records, and a share of the others.
 */
function readSampler(env: Environment): Sampler {
  const named = env.OTEL_TRACES_SAMPLER;
  const name = named || 'parentbased_traceidratio';
  const share = readNumber(env, 'OTEL_TRACES_SAMPLER_ARG', 1) ?? (named ? 1 : usualRatio);
  const ratio = () => new TraceIdRatioBasedSampler(share);
  const samplers: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: ratio,
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: ratio() }),
  };
  const create = Object.hasOwn(samplers, name) ? samplers[name] : undefined;
  if (!create)
    throw new Error(
      `These settings are not valid:\n  OTEL_TRACES_SAMPLER: must be one of ${Object.keys(samplers).join(', ')}, and is "${name}"`,
    );
  return create();
}

/**
 * Sends spans to the collector of the `OTEL_*` variables from now on. The exporter reads its address, headers,
 * compression and certificates from the environment; resource attributes come from there, too.
 *
 * @param serviceName the name unless `OTEL_SERVICE_NAME` is set
 * @returns sends what is left and ends tracing
 */
export function startOpenTelemetry(env: Environment, serviceName: string, log: Logger): () => Promise<void> {
  // Their first word may be the name of a part of the library.
  const warn = (...words: unknown[]) =>
    log.warn({ part: 'traces', reason: words.map(String).join(': ') }, 'traces are not sent');
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName }))
    .merge(detectResources({ detectors: [envDetector] }));
  const limits = {
    attributeValueLength: readNumber(env, 'OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT'),
    attributeCount: readNumber(env, 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT'),
    linkCount: readNumber(env, 'OTEL_SPAN_LINK_COUNT_LIMIT'),
  };
  const sampler = readSampler(env);
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    maxExportBatchSize: readNumber(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
    scheduledDelayMillis: readNumber(env, 'OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: readNumber(env, 'OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: readNumber(env, 'OTEL_BSP_MAX_QUEUE_SIZE'),
  });
  const surroundings = { resource, instrumentationScope: { name: 'glycograph' } };
  recordTraces({
    isWanted: (traceId, parent) => {
      const within = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      const { decision } = sampler.shouldSample(within, traceId, '', SpanKind.SERVER, {}, []);
      return decision === SamplingDecision.RECORD_AND_SAMPLED;
    },
    send: (spans) => {
      const timeOrigin = Date.now() - performance.now();
      for (const span of spans) processor.onEnd(toSentSpan(span, surroundings, limits, timeOrigin));
    },
  });
  return async () => {
    recordTraces(undefined);
    await processor.shutdown();
  };
}
