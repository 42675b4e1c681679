import { Arg } from 'type-graphql';
import type { EventStream } from '../src/platform/events/event-stream';
import type { Channel } from '../src/platform/events/topic';
import type { RequestContext } from '../src/request/request-context';

interface Subscribing<Arguments> {
  args: Arguments & { since?: string | null };
  context: RequestContext;
}

/** The argument with which a subscription goes on where it was interrupted. Every subscription has it. */
export const Since = (): ParameterDecorator =>
  Arg('since', () => String, {
    nullable: true,
    description:
      'Resume after this cursor (`extensions.cursor` of a result, or `eventCursor`): events since then are delivered first. Without it, only live events are delivered.',
  }) as ParameterDecorator;

/**
 * The `subscribe` of a subscription: its events are those of one channel, which its arguments or its caller name, from
 * now on or `since` a cursor.
 */
export const listensTo =
  <Arguments = object>(channelOf: (args: Arguments, context: RequestContext) => Channel<object>) =>
  ({ args, context }: Subscribing<Arguments>): Promise<EventStream> =>
    context.listen(channelOf(args, context), args.since ?? undefined);
