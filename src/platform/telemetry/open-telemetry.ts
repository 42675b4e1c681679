import { context, diag, DiagLogLevel } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
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
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logging';
import { useTracer } from './tracing';

type Environment = Readonly<Record<string, string | undefined>>;

/** A number of the environment; undefined lets the library use its default. */
function readNumber(env: Environment, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0)
    throw new Error(`These settings are not valid:\n  ${name}: must be a number, and is "${text}"`);
  return value;
}

/** The sampler that `OTEL_TRACES_SAMPLER` names, as the specification of OpenTelemetry defines. */
function readSampler(env: Environment): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const ratio = () => new TraceIdRatioBasedSampler(readNumber(env, 'OTEL_TRACES_SAMPLER_ARG') ?? 1);
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
  const warn = (reason: string) => log.warn({ part: 'traces', reason }, 'traces are not sent');
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: readSampler(env),
    spanLimits: {
      attributeValueLengthLimit: readNumber(env, 'OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT'),
      attributeCountLimit: readNumber(env, 'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT'),
      linkCountLimit: readNumber(env, 'OTEL_SPAN_LINK_COUNT_LIMIT'),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        maxExportBatchSize: readNumber(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
        scheduledDelayMillis: readNumber(env, 'OTEL_BSP_SCHEDULE_DELAY'),
        exportTimeoutMillis: readNumber(env, 'OTEL_BSP_EXPORT_TIMEOUT'),
        maxQueueSize: readNumber(env, 'OTEL_BSP_MAX_QUEUE_SIZE'),
      }),
    ],
  });
  useTracer(provider.getTracer('glycograph'));
  return async () => {
    useTracer(undefined);
    await provider.shutdown();
  };
}
