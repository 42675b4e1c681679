import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../logging';
import type { OutboxLoad, TaskLoad } from '../telemetry/queue-load';
import { within } from '../within';

/** Milliseconds for which the state of the queues is reused, so that frequent scrapes cost the database nothing. */
const freshFor = 5_000;

/** Milliseconds that a scrape waits for the database. After that it goes without these gauges. */
const timeout = 3_000;

/** What the gauges are read from. */
export interface Gauged {
  outbox: { load(): Promise<OutboxLoad> };
  tasks: { load(): Promise<TaskLoad[]> };
  /** Types of tasks with a handler in this process; all others are counted as `other`. */
  taskTypes: readonly string[];
  /** Open connections to the database by state. */
  connections(): Readonly<Record<string, number>>;
  /** Requests that have begun, and that wait for their turn, by state. */
  requests(): Readonly<Record<string, number>>;
  /** Open streams by kind. */
  streams(): Readonly<Record<string, number>>;
  log: Logger;
}

interface Queues {
  outbox: OutboxLoad;
  tasks: TaskLoad[];
}

/** The queues, read at most once in a while. */
class QueueLook {
  private last: { at: number; queues: Promise<Queues> } | undefined;

  constructor(private readonly gauged: Gauged) {}

  /** Undefined while the database does not answer. */
  async get(): Promise<Queues | undefined> {
    if (!this.last || performance.now() - this.last.at > freshFor)
      this.last = { at: performance.now(), queues: this.read() };
    const { queues } = this.last;
    try {
      return (await within(timeout, queues)) ? await queues : undefined;
    } catch (error) {
      this.gauged.log.warn({ error }, 'the queues could not be read for the metrics');
      return undefined;
    }
  }

  private async read(): Promise<Queues> {
    const [outbox, tasks] = await Promise.all([this.gauged.outbox.load(), this.gauged.tasks.load()]);
    return { outbox, tasks };
  }
}

/** Adds the gauges of the services of a process to a registry. All processes on one database show the same queues. */
export function addServiceGauges(registry: Registry, gauged: Gauged): void {
  const registers = [registry];
  const look = new QueueLook(gauged);
  const known = new Set(gauged.taskTypes);
  const read = (name: string, help: string, label: string, values: () => Readonly<Record<string, number>>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        for (const [value, count] of Object.entries(values())) this.set({ [label]: value }, count);
      },
    });
  read('glycograph_database_connections', 'Connections to the database, and callers waiting.', 'state', () =>
    gauged.connections(),
  );
  read('glycograph_requests', 'Requests that run, and that wait for their turn.', 'state', () =>
    gauged.requests(),
  );
  read('glycograph_streams', 'Open WebSockets and running subscriptions.', 'kind', () => gauged.streams());
  new Gauge({
    name: 'glycograph_outbox_messages',
    help: 'Messages of the outbox that are due, and that wait for a later time.',
    labelNames: ['state'],
    registers,
    async collect() {
      const queues = await look.get();
      this.reset();
      if (!queues) return;
      this.set({ state: 'due' }, queues.outbox.due);
      this.set({ state: 'waiting' }, queues.outbox.waiting);
    },
  });
  new Gauge({
    name: 'glycograph_outbox_oldest_seconds',
    help: 'How long the oldest message of the outbox is overdue. Those that were added for later count from then on.',
    registers,
    async collect() {
      const queues = await look.get();
      this.reset();
      if (queues) this.set(queues.outbox.oldest / 1000);
    },
  });
  const typeLabel = (type: string) => (known.has(type) ? type : 'other');
  new Gauge({
    name: 'glycograph_tasks',
    help: 'Tasks that are pending, running or failed.',
    labelNames: ['type', 'state'],
    registers,
    async collect() {
      const queues = await look.get();
      this.reset();
      for (const { type, state, count } of queues?.tasks ?? [])
        this.inc({ type: typeLabel(type), state }, count);
    },
  });
  new Gauge({
    name: 'glycograph_tasks_overdue_seconds',
    help: 'For how long the longest waiting task with a handler could have begun.',
    registers,
    async collect() {
      const queues = await look.get();
      this.reset();
      if (!queues) return;
      const own = queues.tasks.filter(({ type }) => known.has(type));
      this.set(Math.max(0, ...own.map(({ overdue }) => overdue)) / 1000);
    },
  });
}
