/** The accepted mutants whose code has changed since. */
export function stale(): { file: string; on: string; from: string; to: string; reason: string }[];
