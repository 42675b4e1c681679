/**
 * How many connections of a pool transactions may hold at once, and how many long reads. The rest is reserved for
 * short reads: some of them happen inside a transaction, and would wait forever if transactions held every
 * connection.
 */
export const shareOfPool = (poolSize: number): number => Math.max(1, Math.floor(poolSize * 0.4));
