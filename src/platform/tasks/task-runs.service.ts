import { In, LessThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isOneOf } from '../database/exact-text';
import type { Database } from '../database/database';
import type { EventService } from '../events/event.service';
import { newRecordId } from '../ids';
import { correctFutureTasks } from './correct-future-tasks';
import { publishTask } from './task-events';
import type { RunningTask, TaskHandler, TaskOutcome } from './task-handler';
import { TaskEntity } from './task.entity';

/** How many tasks a worker considers where it cannot skip locked rows; others may be faster with some of them. */
const candidateCount = 20;

/** How many tasks of dead processes one poll puts back. */
const stuckCount = 500;

const claimable = "state = 'pending' AND due_time <= ? AND (expiration_time IS NULL OR expiration_time > ?)";

/** The last instant that RFC 3339 can represent. */
const latestTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Task data may lead to times beyond the calendar; every stored instant must be representable. */
const storedTime = (time: number): number => Math.round(Math.min(time, latestTime));

/** Rolls back the writes of a run that no longer counts. */
class RunIsOver extends Error {}

/**
 * The state transitions of tasks: claimed, ended, and put back after a crash. Every transition compares before it
 * sets.
 */
export class TaskRunsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventService,
  ) {}

  /**
   * Claims the next task of the type, which is running from now on; undefined if none is due. Workers of all
   * processes may call it concurrently: each task goes to one of them, without waiting.
   */
  claim(handler: TaskHandler): Promise<TaskEntity | undefined> {
    return this.database.dialect === 'mysql' ? this.claimUnlocked(handler) : this.claimByComparing(handler);
  }

  /** Skips tasks that others are claiming, so that no claim fails. */
  private claimUnlocked({ type, maxDuration }: TaskHandler): Promise<TaskEntity | undefined> {
    return this.database.transaction(async (manager) => {
      const [id] = await this.candidates(manager, type, 'LIMIT 1 FOR UPDATE SKIP LOCKED');
      return id === undefined ? undefined : this.begin(manager, id, maxDuration);
    });
  }

  /** Reads without locks and then sets the state of a single row, unless another process was faster. */
  private async claimByComparing({ type, maxDuration }: TaskHandler): Promise<TaskEntity | undefined> {
    for (;;) {
      const candidates = await this.candidates(this.database.reader, type, `LIMIT ${candidateCount}`);
      if (candidates.length === 0) return undefined;
      for (const id of candidates) {
        const task = await this.database.transaction((manager) => this.begin(manager, id, maxDuration));
        if (task) return task;
      }
    }
  }

  /** Makes sure that no task waits for a time set by a wrong clock. */
  correctFutureTasks(handler: TaskHandler): Promise<void> {
    return correctFutureTasks(this.database, handler);
  }

  /** When the next task of the type becomes due; infinity if none is waiting. */
  async nextDueTime(type: string): Promise<number> {
    const isOfType = isOneOf('type', [type]);
    const [row] = await this.database.reader.query<{ next: number | string | null }[]>(
      `SELECT MIN(due_time) AS next FROM tasks WHERE ${isOfType.sql} AND state = 'pending' AND due_time > ?`,
      [...isOfType.parameters, now()],
    );
    return row?.next == null ? Infinity : Number(row.next);
  }

  private async candidates(manager: EntityManager, type: string, limit: string): Promise<string[]> {
    const time = now();
    const isOfType = isOneOf('type', [type]);
    const rows = await manager.query<{ id: string }[]>(
      `SELECT id FROM tasks WHERE ${isOfType.sql} AND ${claimable}
       ORDER BY priority DESC, due_time, created_time ${limit}`,
      [...isOfType.parameters, time, time],
    );
    return rows.map(({ id }) => id);
  }

  private async begin(
    manager: EntityManager,
    id: string,
    maxDuration: number,
  ): Promise<TaskEntity | undefined> {
    const time = now();
    const { affected } = await manager
      .createQueryBuilder()
      .update(TaskEntity)
      .set({
        state: 'running',
        runId: newRecordId(),
        runTime: time,
        deadlineTime: time + 3 * maxDuration,
        availableTime: null,
        dueTime: 0,
        error: null,
        modifiedTime: time,
      })
      .where("id = :id AND state = 'pending' AND due_time <= :time", { id, time })
      .andWhere('(expiration_time IS NULL OR expiration_time > :time)')
      .execute();
    return affected === 1 ? this.publishChange(manager, id) : undefined;
  }

  /**
   * Writes the outcome of a run and its effect in one transaction. Returns false if the run no longer counts: the
   * task was deleted, or put back because its time was over. Leaves fields alone that clients may have changed in
   * the meantime.
   */
  async end(task: RunningTask, outcome: TaskOutcome): Promise<boolean> {
    const availableTime = outcome.state === 'pending' ? storedTime(outcome.availableTime) : null;
    const error = outcome.state === 'completed' ? undefined : outcome.error;
    try {
      await this.database.transaction(async (manager) => {
        const time = now();
        const { affected } = await manager.update(
          TaskEntity,
          { id: task.id, runId: task.runId ?? '', state: 'running' },
          {
            state: outcome.state,
            runId: null,
            deadlineTime: null,
            lostRuns: 0,
            availableTime,
            dueTime: availableTime ?? 0,
            error: error ? [error] : null,
            duration: time - (task.runTime ?? time),
            modifiedTime: time,
            ...(outcome.data && { data: outcome.data }),
          },
        );
        if (affected !== 1) throw new RunIsOver();
        await outcome.effect?.(manager);
        await this.publishChange(manager, task.id);
      });
      return true;
    } catch (failure) {
      if (failure instanceof RunIsOver) return false;
      throw failure;
    }
  }

  /** Puts back tasks of a type whose runs have died with their processes. Returns their number. */
  async putBackStuck(type: string): Promise<number> {
    const stuck = { type, state: 'running' as const, deadlineTime: LessThan(now()) };
    const found = await this.database.reader.find(TaskEntity, {
      select: { id: true },
      where: stuck,
      take: stuckCount,
    });
    if (found.length === 0) return 0;
    return this.database.transaction(async (manager) => {
      const ids = found.map(({ id }) => id);
      const { affected } = await manager.update(
        TaskEntity,
        { ...stuck, id: In(ids) },
        {
          state: 'pending',
          runId: null,
          deadlineTime: null,
          lostRuns: () => 'lost_runs + 1',
          modifiedTime: now(),
        },
      );
      const waiting = { id: In(ids), state: 'pending' as const, dueTime: LessThanOrEqual(now()) };
      for (const task of await manager.findBy(TaskEntity, waiting)) publishTask(this.events, manager, task);
      return affected ?? 0;
    });
  }

  private async publishChange(manager: EntityManager, id: string): Promise<TaskEntity> {
    const task = await manager.findOneByOrFail(TaskEntity, { id });
    publishTask(this.events, manager, task);
    return task;
  }
}
