import type { EventStream } from '../src/events/event-stream';
import type { Channel } from '../src/events/topic';
import type { RequestContext } from '../src/request/request-context';

interface Subscribing<Arguments> {
  args: Arguments;
  context: RequestContext;
}

/** The `subscribe` of a subscription: its events are those of one channel, which its arguments or its caller name. */
export const listensTo =
  <Arguments = object>(channelOf: (args: Arguments, context: RequestContext) => Channel<object>) =>
  ({ args, context }: Subscribing<Arguments>): Promise<EventStream> =>
    context.listen(channelOf(args, context));
