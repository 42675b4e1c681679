import { once } from 'node:events';
import { setImmediate as later } from 'node:timers/promises';
import { sendEvents } from '../../../src/graph/streaming/send-events';
import { answeredBy } from '../../support/answered-by';

/** Events without an end, and whether somebody still wants them. */
function endlessEvents() {
  const state = { sent: 0, isOver: false };
  const events = (async function* () {
    try {
      for (;;) {
        state.sent += 1;
        yield ':\n\n';
        await later();
      }
    } finally {
      state.isOver = true;
    }
  })();
  return { state, events };
}

it('events end when another one ends the response, before the reader has read it', () =>
  answeredBy(async ({ response }) => {
    const { state, events } = endlessEvents();
    const sent = sendEvents(events, response);
    await later();
    response.end();
    await sent;
    expect(state.isOver).toBe(true);
  }));

it('events end when the reader leaves', () =>
  answeredBy(async ({ response, leave }) => {
    const { state, events } = endlessEvents();
    const sent = sendEvents(events, response);
    leave();
    await sent;
    expect(state.isOver).toBe(true);
  }));

it('events of a reader who has left are not waited for', () =>
  answeredBy(async ({ response, leave }) => {
    const closed = once(response, 'close');
    leave();
    await closed;
    const { state, events } = endlessEvents();
    await sendEvents(events, response);
    expect(state.sent).toBe(0);
    expect((await events.next()).done).toBe(true);
  }));
