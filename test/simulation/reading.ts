import type { Answer, Json } from '../support/api';

/** A read that was not answered as it should be. */
export class ReadRefused extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`A read was answered with ${status}: ${text}`);
  }
}

/** The body of an answer to a read. Throws when it was refused. */
export function bodyOf({ status, body, text }: Answer): Json {
  if (status !== 200) throw new ReadRefused(status, text);
  return body;
}
