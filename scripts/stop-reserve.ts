/** Seconds that a process needs to stop, in addition to its settings, as docs/health.md promises. */
export const stopReserve = 15;
