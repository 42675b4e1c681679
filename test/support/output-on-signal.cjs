// Preloaded into a server (`--require`): each SIGUSR2 makes Node.js warn, as it does of a leak, and writes to the console, as
// mysql2 does when packets arrive in another order.
process.on('SIGUSR2', () => {
  process.emitWarning('Eleven listeners', { type: 'MaxListenersExceededWarning', code: 'TEST' });
  // eslint-disable-next-line no-console -- as a library does
  console.error('packets out of order. Expected %i, from ünï@example.org', 1);
});
