import { Arg } from 'type-graphql';
import type { EventStream } from '../src/platform/events/event-stream';
import type { Channel } from '../src/platform/events/topic';
import type { RequestContext } from '../src/request/request-context';

interface Subscribing<Arguments> {
  args: Arguments & { since?: string | null };
  context: RequestContext;
}

/** The argument with which an interrupted subscription continues. Every subscription has it. */
export const Since = (): ParameterDecorator =>
  Arg('since', () => String, {
    nullable: true,
    description:
      'Resume after this cursor (`extensions.cursor` of a result, or `eventCursor`): events since then are delivered first. Without it, only live events are delivered.',
  }) as ParameterDecorator;

/**
 * The `subscribe` function of a subscription. Its events come from one channel, which depends on its arguments or its
 * caller, from now on or `since` a cursor.
 */
export const listensTo =
  <Arguments = object>(channelOf: (args: Arguments, context: RequestContext) => Channel<object>) =>
  ({ args, context }: Subscribing<Arguments>): Promise<EventStream> =>
    context.listen(channelOf(args, context), args.since ?? undefined);
