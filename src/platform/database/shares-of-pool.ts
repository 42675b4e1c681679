/**
 * How many connections of a pool may be held at once by transactions, and by long reads. The rest is reserved for short
 * reads: some of them happen inside a transaction, and would wait forever if all connections were held. They are
 * brief and put together, so they need few; a transaction takes a dozen statements, so its wait is that for its turn.
 */
export const sharesOfPool = (poolSize: number): { transactions: number; longReads: number } => ({
  transactions: Math.max(1, Math.floor(poolSize * 0.6)),
  longReads: Math.max(1, Math.floor(poolSize * 0.3)),
});
