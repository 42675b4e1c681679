import type { Answer, Json } from '../support/api';

/** A read that failed unexpectedly. */
export class ReadRefused extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`A read was answered with ${status}: ${text}`);
  }
}

/** The body of a read response. Throws when it was refused. */
export function expectBody({ status, body, text }: Answer): Json {
  if (status !== 200) throw new ReadRefused(status, text);
  return body;
}
