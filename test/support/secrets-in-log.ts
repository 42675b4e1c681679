/** Secrets of tests that must not appear in a log: tokens, addresses, passwords. */
const secrets = /eyJ[\w-]{20,}\.eyJ|(@|%40)example\.org|open-sesame|Bearer [\w-]{20}/;

/** Throws when a test server's log contains a caller's secret. */
export function assertNoSecrets(log: string): void {
  const line = log.split('\n').find((text) => secrets.test(text));
  if (line !== undefined) throw new Error(`A line of the log holds a secret:\n${line}`);
}
