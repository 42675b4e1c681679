/** What tests send and must not find in a log: tokens, addresses, passwords. */
const secrets = /eyJ[\w-]{20,}\.eyJ|(@|%40)example\.org|open-sesame|Bearer [\w-]{20}/;

/** Throws when a line of the log of a server of the tests holds a secret of a caller. */
export function assertNoSecrets(log: string): void {
  const line = log.split('\n').find((text) => secrets.test(text));
  if (line !== undefined) throw new Error(`A line of the log holds a secret:\n${line}`);
}
