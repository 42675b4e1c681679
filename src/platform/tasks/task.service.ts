import { In, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { now } from '../clock';
import { prepareObject } from '../validation/prepare-object';
import { invalidBody, invalidField } from '../validation/refusal';
import { isDuplicateKey, type Database } from '../database/database';
import { throughIndex } from '../database/dialect';
import { lockRow } from '../database/lock-rows';
import { withItems } from '../database/pages';
import { conflict, notFound, wrongState } from '../errors';
import type { EventService } from '../events/event.service';
import { newRecordId } from '../ids';
import type { TaskLoad } from '../telemetry/queue-load';
import { currentTraceParent } from '../telemetry/tracing';
import type { Placed } from '../list-part';
import { listTaskIds, type TaskQuestion } from './list-tasks';
import { taskBody, taskUpdateBody } from './task-body';
import { publishTask } from './task-events';
import { TaskEntity, type TaskState } from './task.entity';
import { declareCreated } from '../database/created';

/** A background task to queue. */
export interface NewTask {
  type: string;
  /** Unique across all tasks. */
  name?: string;
  priority?: number;
  data?: object;
  /** Milliseconds since the epoch. */
  availableTime?: number;
  expirationTime?: number;
}

/** How many tasks there are of a type in a state. */
export interface TaskCount {
  type: string;
  state: TaskState;
  count: number;
  /** Milliseconds since the epoch. */
  oldestTime: number;
}

type Changes = Pick<NewTask, 'priority' | 'data' | 'availableTime' | 'expirationTime'>;

/** Small enough for one statement in both dialects. */
const rowsAtOnce = 500;

const newTask = (task: NewTask): TaskEntity =>
  Object.assign(new TaskEntity(), {
    id: newRecordId(),
    name: task.name ?? null,
    type: task.type,
    priority: task.priority ?? 0,
    data: task.data ?? null,
    availableTime: task.availableTime ?? null,
    dueTime: task.availableTime ?? 0,
    expirationTime: task.expirationTime ?? null,
    state: 'pending' as const,
    runId: null,
    deadlineTime: null,
    lostRuns: 0,
    runTime: null,
    duration: null,
    error: null,
    createdTime: now(),
    modifiedTime: null,
    traceParent: currentTraceParent(),
  });

const unknownTask = () => notFound('There is no task with this id.').about('id');

/** The queue of background tasks from its clients' point of view: add, read, change. The runner executes them. */
export class TaskService {
  private ownTypes: ReadonlySet<string> = new Set();

  constructor(
    private readonly database: Database,
    private readonly events: EventService,
  ) {}

  /** Tasks by id, in the order of the ids; null if there is none. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(TaskEntity | null)[]> => {
    const found = await this.database.reader.findBy(TaskEntity, { id: In([...ids]) });
    const byId = new Map(found.map((task) => [task.id, task]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  /** States of tasks by name; names without a task are omitted. */
  async statesByName(names: readonly string[]): Promise<Map<string, TaskState>> {
    const found = await this.database.reader.find(TaskEntity, {
      select: { name: true, state: true },
      where: { name: In([...names]) },
    });
    return new Map(found.flatMap(({ name, state }) => (name === null ? [] : [[name, state]])));
  }

  /** Pages of tasks, newest first, in the order of the requests. For loaders. */
  readonly lists = async (questions: readonly TaskQuestion[]): Promise<Placed<TaskEntity>[][]> => {
    const pages = await listTaskIds(this.database.reader, questions);
    return withItems(pages, await this.findMany(pages.flat().map(({ id }) => id)));
  };

  /** Reserves task types for the service: a second task from a client would run alongside the first forever. */
  reserve(types: Iterable<string>): void {
    this.ownTypes = new Set(types);
  }

  /**
   * Queues a task from the body of a request. Throws all findings, and when the type is reserved or the name is
   * taken.
   */
  async create(body: unknown): Promise<TaskEntity> {
    const task = read(taskBody, body) as unknown as NewTask;
    if (this.ownTypes.has(task.type)) throw ownType(task.type);
    try {
      return await this.database.transaction(async (manager) => {
        const added = await this.add(manager, task);
        declareCreated(manager, added.id);
        return added;
      });
    } catch (error) {
      throw isDuplicateKey(error) ? conflict('A task with this name already exists.') : error;
    }
  }

  /** Queues a task in the transaction of a change. */
  async add(manager: EntityManager, task: NewTask): Promise<TaskEntity> {
    const added = newTask(task);
    await this.insert(manager, [added]);
    return added;
  }

  /** `add` for many at once. */
  async addAll(manager: EntityManager, tasks: readonly NewTask[]): Promise<void> {
    for (let start = 0; start < tasks.length; start += rowsAtOnce) {
      await this.insert(manager, tasks.slice(start, start + rowsAtOnce).map(newTask));
    }
  }

  /** Queues a task in the transaction of a change. If one with its name exists, that one gets the data instead. */
  async keep(manager: EntityManager, task: NewTask & { name: string; data: object }): Promise<void> {
    const { name, data } = task;
    const found = await manager.findOneBy(TaskEntity, { name });
    if (!found) await this.add(manager, task);
    else if (JSON.stringify(found.data) !== JSON.stringify(data))
      await manager.update(TaskEntity, { name }, { data, modifiedTime: now() });
  }

  /** How much is waiting, for the metrics. */
  async load(): Promise<TaskLoad[]> {
    const time = now();
    const rows = await this.database.reader.query<Record<'type' | 'state' | 'count' | 'since', unknown>[]>(
      `SELECT type, state, COUNT(*) AS count,
              MIN(CASE WHEN state = 'pending' AND due_time <= ?
                THEN CASE WHEN due_time = 0 THEN COALESCE(modified_time, created_time) ELSE due_time END END) AS since
         FROM tasks WHERE state IN ('pending', 'running', 'failed') GROUP BY type, state`,
      [time],
    );
    return rows.map(({ type, state, count, since }) => ({
      type: String(type),
      state: String(state),
      count: Number(count),
      overdue: since === null ? 0 : Math.max(0, time - Number(since)),
    }));
  }

  /** All tasks of a type, in any state. */
  ofType(type: string): Promise<TaskEntity[]> {
    return this.database.reader.findBy(TaskEntity, { type });
  }

  private async insert(manager: EntityManager, tasks: TaskEntity[]): Promise<void> {
    await manager.insert(TaskEntity, tasks);
    for (const task of tasks) publishTask(this.events, manager, task);
  }

  /**
   * Changes the given fields, in any state. Throws all findings, also about the resulting combination, and when the
   * task does not exist.
   */
  async update(id: string, body: unknown): Promise<TaskEntity> {
    const changes: Changes = read(taskUpdateBody, body);
    const set = {
      ...changes,
      ...(changes.availableTime !== undefined && { dueTime: changes.availableTime }),
      modifiedTime: now(),
    };
    return this.database.transaction(async (manager) => {
      const task = await lockRow(this.database, manager, TaskEntity, { id });
      if (!task) throw unknownTask();
      Object.assign(task, set);
      if (changes.availableTime !== undefined || changes.expirationTime !== undefined)
        assertRunnable(task, changes);
      await manager.update(TaskEntity, { id }, set);
      publishTask(this.events, manager, task);
      return task;
    });
  }

  /**
   * Runs a task at once that has failed, or waits. Throws if it does not exist, is running, has been completed, or has
   * expired.
   */
  async retry(id: string): Promise<TaskEntity> {
    return this.database.transaction(async (manager) => {
      const task = await lockRow(this.database, manager, TaskEntity, { id });
      if (!task) throw unknownTask();
      if (task.state !== 'failed' && task.state !== 'pending') throw wrongState(`The task is ${task.state}.`);
      if (task.expirationTime !== null && task.expirationTime <= now())
        throw wrongState('The task has expired, so it never runs again.');
      const time = now();
      const set = { state: 'pending' as const, availableTime: null, dueTime: 0, modifiedTime: time };
      await manager.update(TaskEntity, { id }, set);
      Object.assign(task, set);
      publishTask(this.events, manager, task);
      return task;
    });
  }

  /** How many tasks there are of each type and state. */
  async counts(): Promise<TaskCount[]> {
    const rows = await this.database.reader.query<Record<keyof TaskCount, string>[]>(
      `SELECT type, state, COUNT(*) AS count, MIN(created_time) AS oldestTime
       FROM tasks GROUP BY type, state ORDER BY type, state`,
    );
    return rows.map(({ type, state, count, oldestTime }) => ({
      type,
      state: state as TaskState,
      count: Number(count),
      oldestTime: Number(oldestTime),
    }));
  }

  /** Deletes a task; the result of a current run is dropped. Repeating it has no effect. */
  async delete(id: string): Promise<void> {
    await this.database.transaction((manager) => this.deleteAll(manager, { id }));
  }

  /** Deletes named tasks in the transaction of a change that makes them obsolete. */
  async deleteNamed(manager: EntityManager, names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.deleteAll(manager, { name: In([...names]) });
  }

  /** Deletes tasks of a type that have ended and were queued at an instant or before. */
  async purgeEnded(type: string, before: number, isStopped: () => boolean): Promise<void> {
    const table = `tasks ${throughIndex(this.database.dialect, 'tasks_due')}`;
    const sql = `SELECT id FROM ${table} WHERE type = ? AND state = ? AND created_time <= ? LIMIT ${rowsAtOnce}`;
    for (const state of ['completed', 'failed'] as const)
      for (let isLast = false; !isLast && !isStopped();) {
        const rows = await this.database.reader.query<{ id: string }[]>(sql, [type, state, before]);
        const which = { id: In(rows.map(({ id }) => id)), state };
        if (rows.length > 0) await this.database.transaction((manager) => this.deleteAll(manager, which));
        isLast = rows.length < rowsAtOnce;
      }
  }

  private async deleteAll(manager: EntityManager, which: FindOptionsWhere<TaskEntity>): Promise<void> {
    const found = await manager.findBy(TaskEntity, which);
    if (found.length === 0) return;
    await manager.delete(TaskEntity, { ...which, id: In(found.map(({ id }) => id)) });
    for (const { id, type, dueTime } of found) publishTask(this.events, manager, { id, type, dueTime });
  }
}

function ownType(type: string) {
  const detail = `Only the service itself can queue tasks of the type "${type}".`;
  return invalidField('value-not-allowed', 'value is not one of the allowed values', detail, '/type');
}

/** A task that only becomes due after it expires would never run. */
function assertRunnable({ availableTime, expirationTime }: TaskEntity, changes: Changes): void {
  if (availableTime === null || expirationTime === null || availableTime <= expirationTime) return;
  const [available, expires] = [availableTime, expirationTime].map((time) => new Date(time).toISOString());
  if (changes.expirationTime === undefined) {
    const detail = `${available} is after expirationTime, ${expires}: the task would never run.`;
    throw invalidField(
      'value-not-before',
      'value is not before the specified time',
      detail,
      '/availableTime',
    );
  }
  const detail = `${expires} is before availableTime, ${available}: the task would never run.`;
  throw invalidField('value-not-after', 'value is not after the specified time', detail, '/expirationTime');
}

/** The content of a body, with instants in milliseconds. Throws all findings. */
function read(type: typeof taskBody, body: unknown): Changes {
  const prepared = prepareObject(type, body, new Set());
  if ('findings' in prepared) throw invalidBody(prepared.findings);
  const { availableTime, expirationTime, ...rest } = prepared.content;
  return {
    ...rest,
    ...(availableTime !== undefined && { availableTime: Date.parse(availableTime as string) }),
    ...(expirationTime !== undefined && { expirationTime: Date.parse(expirationTime as string) }),
  };
}
