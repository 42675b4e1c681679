/** Where events about one thing are published. The type says what an event carries; at run time there is the name. */
export interface Channel<Payload extends object> {
  readonly name: string;
  readonly carries?: Payload;
}

/**
 * A kind of events, with one channel for each key, which is nearly always an account.
 *
 *     export const messageEvents = topic<MessageNews>('message');
 *     messageEvents(accountId)
 */
export const topic =
  <Payload extends object>(name: string) =>
  (key: string): Channel<Payload> => ({ name: `${name}:${key}` });

/**
 * Something changed what this account may do: a share, a membership, a session, the account itself. Streams of the
 * account ask their rule again.
 */
export const accessEvents = topic<Record<string, never>>('access');
