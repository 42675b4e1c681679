import { Arg } from 'type-graphql';
import type { EventStream } from '../src/events/event-stream';
import type { Channel } from '../src/events/topic';
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
      'Cursor of the event to go on after (`extensions.cursor` of its answer, or `eventCursor`): what has happened since comes first. Absent: only what happens from now on.',
  }) as ParameterDecorator;

/**
 * The `subscribe` of a subscription: its events are those of one channel, which its arguments or its caller name, from
 * now on or `since` a cursor.
 */
export const listensTo =
  <Arguments = object>(channelOf: (args: Arguments, context: RequestContext) => Channel<object>) =>
  ({ args, context }: Subscribing<Arguments>): Promise<EventStream> =>
    context.listen(channelOf(args, context), args.since ?? undefined);
