/** Sets the clock of this process, while timers continue. */
export interface MovedClock {
  /** Moves the clock to a number of minutes after the start of the test. */
  moveTo: (minutes: number) => void;
  /** The text for an instant, a number of minutes after the start of the test. */
  at: (minutes: number) => string;
}

const minute = 60_000;

/** Stops the clock for each test of a file, until the test moves it. For services within the process of the test. */
export function movedClock(): MovedClock {
  let started: number;
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: [
        ...(['nextTick', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
        ...(['setTimeout', 'clearTimeout', 'queueMicrotask', 'performance', 'hrtime'] as const),
      ],
    });
    started = Date.now();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  return {
    moveTo: (minutes) => void jest.setSystemTime(started + minutes * minute),
    at: (minutes) => new Date(started + minutes * minute).toISOString(),
  };
}
