import { now } from '../../platform/clock';
import { badInput, notFound } from '../../platform/errors';
import { listItems } from '../../platform/list-part';
import type { OutboxMessageEntity } from '../../platform/outbox/outbox-message.entity';
import {
  describeOutbox,
  outboxStates,
  type OutboxFilter,
  type OutboxState,
} from '../../platform/outbox/outbox-queue.service';
import type { TaskEntity, TaskState } from '../../platform/tasks/task.entity';
import { optionText, parameter, type Given, type ServiceCommand } from './command';
import { limitOption, readLimit } from './limit';
import { duration, facts, instant, table } from './print';

const taskStates: readonly TaskState[] = ['pending', 'running', 'failed', 'completed'];

/** One of several words; undefined if the option was not given. Throws for others. */
function chooseWord<Word extends string>(
  given: Given,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = optionText(given, name);
  if (text === undefined) return undefined;
  const word = words.find((each) => each === text);
  if (word === undefined) throw badInput(`--${name} must be one of ${words.join(', ')}.`);
  return word;
}

const describeMessage = (message: OutboxMessageEntity) => ({
  id: message.id,
  topic: message.topic,
  state: describeOutbox(message),
  attempts: message.attempts,
  createdTime: instant(message.createdTime),
  dueTime: instant(message.dueTime),
  lastError: message.lastError,
});

const describeTask = (task: TaskEntity) => ({
  id: task.id,
  type: task.type,
  name: task.name,
  state: task.state,
  createdTime: instant(task.createdTime),
  availableTime: instant(task.availableTime),
  runTime: instant(task.runTime),
  error: task.error?.map(({ detail }) => detail).join(' ') ?? null,
});

const age = (createdTime: number): string => duration(now() - createdTime);

const messageParameter = ['<id>', 'Id of the message.'] as const;
const taskParameter = ['<id>', 'Id of the task.'] as const;

/** The outbox and the tasks: count, list, show, retry, drop. */
export const queueCommands: readonly ServiceCommand[] = [
  {
    name: 'queue status',
    description: 'Counts what waits: messages of the outbox by topic, and tasks by type and state.',
    examples: ['queue status', 'queue status --json'],
    async run({ services }) {
      const [outbox, tasks] = [await services.outboxQueue.counts(), await services.tasks.counts()];
      const timed = <Row extends { oldestTime: number }>(rows: Row[]) =>
        rows.map((row) => ({ ...row, oldestTime: instant(row.oldestTime) }));
      return {
        data: { outbox: timed(outbox), tasks: timed(tasks) },
        text: [
          table(
            ['Outbox', 'Messages', 'Failing', 'Oldest'],
            outbox.map(({ topic, count, failing, oldestTime }) => [topic, count, failing, age(oldestTime)]),
            'The outbox is empty.',
          ),
          table(
            ['Tasks', 'State', 'Number', 'Oldest'],
            tasks.map(({ type, state, count, oldestTime }) => [type, state, count, age(oldestTime)]),
            'There are no tasks.',
          ),
        ].join('\n\n'),
      };
    },
  },
  {
    name: 'queue outbox list',
    description: 'Lists messages of the outbox, the next ones first: mails and other effects that are due.',
    options: [
      ['--topic <topic>', 'Only messages of this topic, such as mail.'],
      ['--state <state>', `Only messages in this state: ${outboxStates.join(', ')}.`],
      limitOption,
    ],
    examples: ['queue outbox list --state failing', 'queue outbox list --topic mail --json'],
    async run({ services }, given) {
      const state: OutboxState | undefined = chooseWord(given, 'state', outboxStates);
      const filter: OutboxFilter = { topic: optionText(given, 'topic'), state };
      const [page = []] = await services.outboxQueue.pages([{ filter, size: readLimit(given) }]);
      const messages = listItems(page);
      return {
        data: messages.map(describeMessage),
        text: table(
          ['Id', 'Topic', 'State', 'Attempts', 'Age', 'Next attempt', 'Last error'],
          messages.map((message) => [
            ...[message.id, message.topic, describeOutbox(message), message.attempts],
            ...[age(message.createdTime), instant(message.dueTime), message.lastError],
          ]),
          'There are no such messages.',
        ),
      };
    },
  },
  {
    name: 'queue outbox show',
    description: 'Shows a message of the outbox, without its content.',
    parameters: [messageParameter],
    examples: ['queue outbox show 0c5d…'],
    async run({ services }, given) {
      const message = await services.outboxQueue.find(parameter(given, 0));
      const { id, topic, state, attempts, createdTime, dueTime, lastError } = describeMessage(message);
      return {
        data: describeMessage(message),
        text: facts({
          ...{ Id: id, Topic: topic, State: state, Attempts: attempts, Created: createdTime },
          ...{ 'Next attempt': dueTime, 'Last error': lastError },
        }),
      };
    },
  },
  {
    name: 'queue outbox retry',
    description: 'Has a message delivered at once instead of after its pause.',
    parameters: [messageParameter],
    examples: ['queue outbox retry 0c5d…'],
    async run(session, given) {
      const id = parameter(given, 0);
      const message = await session.change(`queue outbox retry ${id}`, [], () =>
        session.services.outboxQueue.retry(id),
      );
      return { data: describeMessage(message), text: `The service delivers the message ${id} now.` };
    },
  },
  {
    name: 'queue outbox drop',
    description: 'Deletes a message: the mail is never sent, or another effect never happens.',
    parameters: [messageParameter],
    examples: ['queue outbox drop 0c5d… --yes'],
    confirmation: (given) => `Delete the message ${parameter(given, 0)}? Its effect never happens.`,
    async run(session, given) {
      const id = parameter(given, 0);
      await session.change(`queue outbox drop ${id}`, [], () => session.services.outboxQueue.drop(id));
      return { data: { id }, text: `The message ${id} is deleted.` };
    },
  },
  {
    name: 'queue tasks list',
    description: 'Lists background tasks, newest first.',
    options: [
      ['--type <type>', 'Only tasks of this type.'],
      ['--state <state>', `Only tasks in this state: ${taskStates.join(', ')}.`],
      limitOption,
    ],
    examples: ['queue tasks list --state failed', 'queue tasks list --type org.tidepool.export'],
    async run({ services }, given) {
      const filter = { type: optionText(given, 'type'), state: chooseWord(given, 'state', taskStates) };
      const [page = []] = await services.tasks.lists([{ filter, size: readLimit(given) }]);
      const tasks = listItems(page);
      return {
        data: tasks.map(describeTask),
        text: table(
          ['Id', 'Type', 'State', 'Age', 'Last run', 'Error'],
          tasks.map((task) => [
            ...[task.id, task.type, task.state, age(task.createdTime), instant(task.runTime)],
            describeTask(task).error,
          ]),
          'There are no such tasks.',
        ),
      };
    },
  },
  {
    name: 'queue tasks show',
    description: 'Shows a task, without its data.',
    parameters: [taskParameter],
    examples: ['queue tasks show 0c5d…'],
    async run({ services }, given) {
      const [task] = await services.tasks.findMany([parameter(given, 0)]);
      if (!task) throw notFound('There is no task with this id.');
      const { id, type, name, state, createdTime, availableTime, runTime, error } = describeTask(task);
      return {
        data: describeTask(task),
        text: facts({
          ...{ Id: id, Type: type, Name: name, State: state, Created: createdTime },
          ...{ 'Not before': availableTime, 'Last run': runTime, Error: error },
        }),
      };
    },
  },
  {
    name: 'queue tasks retry',
    description: 'Has a task run at once that has failed, or that waits for its time.',
    parameters: [taskParameter],
    examples: ['queue tasks retry 0c5d…'],
    async run(session, given) {
      const id = parameter(given, 0);
      const task = await session.change(`queue tasks retry ${id}`, [], () =>
        session.services.tasks.retry(id),
      );
      return { data: describeTask(task), text: `The service runs the task ${id} at its next look.` };
    },
  },
  {
    name: 'queue tasks drop',
    description: 'Deletes a task; the result of a current run is dropped.',
    parameters: [taskParameter],
    examples: ['queue tasks drop 0c5d… --yes'],
    confirmation: (given) => `Delete the task ${parameter(given, 0)}?`,
    async run(session, given) {
      const id = parameter(given, 0);
      const { tasks } = session.services;
      const [task] = await tasks.findMany([id]);
      if (!task) throw notFound('There is no task with this id.');
      await session.change(`queue tasks drop ${id}`, [], () => tasks.delete(id));
      return { data: { id }, text: `The task ${id} is deleted.` };
    },
  },
];
