import { randomUUID } from 'node:crypto';
import { createLogger } from '../../src/platform/logging';
import type { RunningTask, TaskHandler, TaskOutcome } from '../../src/platform/tasks/task-handler';
import { TaskRunner } from '../../src/platform/tasks/task-runner';
import { newServerToken } from './accounts';
import { api, type Json } from './api';
import { startOwnApp, type OwnApp } from './own-app';
import { waitFor } from './wait-until';

export type Run = TaskHandler['run'];

/** Tasks of a unique type, and processes that run them. */
export interface RunningTasks {
  readonly own: OwnApp;
  readonly type: string;
  /** A token of a trusted server. */
  readonly token: string;
  /** Runs the tasks of the type with the handler `run`, until the test ends. */
  start: (run: Run, handler?: Partial<TaskHandler>, pollDelay?: number) => TaskRunner;
  queue: (fields?: object) => Promise<Json>;
  read: (id: string) => Promise<Json>;
  change: (id: string, body: object) => Promise<unknown>;
  /** The task once it is in a state. */
  once: (id: string, state: string) => Promise<Json>;
}

/** Starts a service for the tests of a file. */
export function runningTasks(): RunningTasks {
  let own: OwnApp;
  let token: string;
  let type: string;
  let runners: TaskRunner[];

  beforeAll(async () => {
    own = await startOwnApp();
    token = await newServerToken(own.server);
  });
  afterAll(() => own.close());
  beforeEach(() => {
    type = `type ${randomUUID()}`;
    runners = [];
  });
  afterEach(() => Promise.all(runners.map((runner) => runner.stop())));

  const read = async (id: string): Promise<Json> =>
    (await api(own.server).get(`/v1/tasks/${id}`, { token })).body;
  return {
    get own() {
      return own;
    },
    get type() {
      return type;
    },
    get token() {
      return token;
    },
    start(run, handler = {}, pollDelay) {
      const handlers = [{ type, maxDuration: 60_000, run, ...handler }];
      const runner = new TaskRunner(
        own.database,
        own.app.services,
        handlers,
        createLogger('silent'),
        pollDelay,
      );
      runners.push(runner);
      runner.start();
      return runner;
    },
    async queue(fields = {}) {
      const answer = await api(own.server).post('/v1/tasks', { token, body: { type, ...fields } });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body;
    },
    read,
    change: (id, body) => api(own.server).put(`/v1/tasks/${id}`, { token, body }),
    once: (id, state) =>
      waitFor(`the task to be ${state}`, async () => {
        const task = await read(id);
        return task.state === state ? task : undefined;
      }),
  };
}

export const done = (): Promise<TaskOutcome> => Promise.resolve({ state: 'completed' });

/** A handler that waits until the test releases it, or it is canceled. */
export function held(): { run: Run; running: Promise<RunningTask>; end: (outcome: TaskOutcome) => void } {
  let begun!: (task: RunningTask) => void;
  let end!: (outcome: TaskOutcome) => void;
  const running = new Promise<RunningTask>((resolve) => (begun = resolve));
  const outcome = new Promise<TaskOutcome>((resolve) => (end = resolve));
  const run: Run = (task, signal) => {
    begun(task);
    const canceled = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
    return Promise.race([outcome, canceled]);
  };
  return { run, running, end: (result) => end(result) };
}
