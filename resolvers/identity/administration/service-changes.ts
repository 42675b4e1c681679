import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { TaskPayload, toTask } from '../../platform/tasks/tasks.types';
import { DonePayload } from '../auth/accounts.types';
import { removed, RemovedPayload } from '../../removed-payload';
import { TakesNoKey } from '../../repeatable';
import {
  QueueItemInput,
  RotateSigningKeyInput,
  RotateSigningKeyPayload,
  SendTestMailInput,
  SigningKey,
} from './administration.types';
import { OutboxMessagePayload, toOutboxMessage } from './outbox.types';

/** Changes that administrators make to the queue and the keys. */
@Resolver()
export class ServiceChangesResolver {
  @Mutation(() => OutboxMessagePayload, {
    description:
      'Has a message of the outbox delivered at once instead of after its pause. For administrators.',
  })
  async retryOutboxMessage(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id }: QueueItemInput,
  ): Promise<OutboxMessagePayload> {
    return { message: toOutboxMessage(await services.outboxQueue.retry(id)) };
  }

  @Mutation(() => RemovedPayload, {
    description:
      'Deletes a message of the outbox: the mail is never sent, or another effect never happens. For administrators.',
  })
  async discardOutboxMessage(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id }: QueueItemInput,
  ): Promise<RemovedPayload> {
    await services.outboxQueue.drop(id);
    return removed(id);
  }

  @Mutation(() => TaskPayload, {
    description: 'Has a task run at once that has failed, or that waits for its time. For administrators.',
  })
  async retryTask(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id }: QueueItemInput,
  ): Promise<TaskPayload> {
    return { task: toTask(await services.tasks.retry(id)) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Deletes a task; the result of a current run is dropped. For administrators.',
  })
  async discardTask(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id }: QueueItemInput,
  ): Promise<RemovedPayload> {
    await services.tasks.delete(id);
    return removed(id);
  }

  @TakesNoKey('Each request adds a key.')
  @Mutation(() => RotateSigningKeyPayload, {
    description:
      'Adds a key to a ring. It signs after ten minutes; older ones verify as long as their tokens may live. For administrators.',
  })
  async rotateSigningKey(
    @Ctx() { services }: RequestContext,
    @Arg('input') { ring }: RotateSigningKeyInput,
  ): Promise<RotateSigningKeyPayload> {
    await services.keyRings.rotate(ring);
    const newest = (await services.keyRings.list()).find((key) => key.ring === ring);
    if (!newest) throw notFound(`There is no key ring ${ring}.`).about('ring');
    return { key: Object.assign(new SigningKey(), newest) };
  }

  @TakesNoKey('Each request sends a mail.')
  @Mutation(() => DonePayload, {
    description:
      'Sends a mail through the mail server at once, and fails if that does not accept it. For administrators.',
  })
  async sendTestMail(
    @Ctx() { services }: RequestContext,
    @Arg('input') { email }: SendTestMailInput,
  ): Promise<DonePayload> {
    await services.testMails.send(email);
    return { done: true };
  }
}
