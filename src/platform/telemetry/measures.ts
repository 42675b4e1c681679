import { Counter, Histogram, Registry } from 'prom-client';

/**
 * The metrics of all work in this process. The values of each label are few and known beforehand: names that callers
 * choose are counted as `other`.
 */
export const measures = new Registry();

const registers = [measures];

/** Seconds. From a read of a cached row to a long report. */
const callDurations = [0.0005, 0.002, 0.01, 0.05, 0.2, 1, 5];
const workDurations = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Operations of the graph, whether a route, a dashboard or a socket asked for them. */
export const operationDurations = new Histogram({
  name: 'glycograph_operation_duration_seconds',
  help: 'Duration of operations of the graph. "other" are those that neither a route nor the allow list names.',
  labelNames: ['type', 'operation'],
  buckets: workDurations,
  registers,
});

export const operationErrors = new Counter({
  name: 'glycograph_operation_errors_total',
  help: 'Operations of the graph with errors, by the code of the first one.',
  labelNames: ['type', 'operation', 'code'],
  registers,
});

export const operationCost = new Counter({
  name: 'glycograph_operation_cost_total',
  help: 'Cost of the operations that were admitted, by the kind of caller.',
  labelNames: ['caller'],
  registers,
});

export const refusals = new Counter({
  name: 'glycograph_refused_total',
  help: 'Requests, operations and attempts refused because of a limit, by its name.',
  labelNames: ['limit'],
  registers,
});

/** SQL statements by their first word. */
export const statementDurations = new Histogram({
  name: 'glycograph_sql_duration_seconds',
  help: 'Duration of SQL statements, without the wait for a connection.',
  labelNames: ['statement'],
  buckets: callDurations,
  registers,
});

export const statementErrors = new Counter({
  name: 'glycograph_sql_errors_total',
  help: 'SQL statements that failed, including those that are repeated.',
  labelNames: ['statement'],
  registers,
});

/** Calls to other back ends: Redis, the object store, the mail server. */
export const backendDurations = new Histogram({
  name: 'glycograph_backend_duration_seconds',
  help: 'Duration of calls to Redis, the object store and the mail server.',
  labelNames: ['backend', 'outcome'],
  buckets: callDurations,
  registers,
});

export const mails = new Counter({
  name: 'glycograph_mails_total',
  help: 'Attempts to send a mail; "refused" means that its recipient is refused for good, and it is dropped.',
  labelNames: ['outcome'],
  registers,
});

export const pushes = new Counter({
  name: 'glycograph_pushes_total',
  help: 'Attempts to send a notification through a transport; "refused" means that a retry would fail in the same way.',
  labelNames: ['transport', 'outcome'],
  registers,
});

export const outboxDeliveries = new Counter({
  name: 'glycograph_outbox_deliveries_total',
  help: 'Attempts to deliver a message of the outbox; "dropped" ones are not tried again.',
  labelNames: ['topic', 'outcome'],
  registers,
});

export const taskDurations = new Histogram({
  name: 'glycograph_task_duration_seconds',
  help: 'Duration of runs of tasks, by the state in which they left the task.',
  labelNames: ['type', 'outcome'],
  buckets: [0.05, 0.5, 5, 30, 120, 600],
  registers,
});

/** Counts that change too often for a counter of the library; they are read when somebody asks for the metrics. */
export const cacheCounts = {
  /** Parsed and validated documents of callers over HTTP. */
  documents: { lookups: 0, misses: 0 },
  /** Plans of operations. */
  plans: { lookups: 0, misses: 0 },
  /** Objects that a request loads several times. */
  loaders: { lookups: 0, misses: 0 },
};

const exposeCacheCounts = (kind: 'lookups' | 'misses', help: string): Counter =>
  new Counter({
    name: `glycograph_cache_${kind}_total`,
    help,
    labelNames: ['cache'],
    registers,
    collect() {
      this.reset();
      for (const [cache, counts] of Object.entries(cacheCounts)) this.inc({ cache }, counts[kind]);
    },
  });

exposeCacheCounts(
  'lookups',
  'Lookups of parsed documents, of plans of operations, and of objects within a request.',
);
exposeCacheCounts('misses', 'Lookups that found nothing.');
