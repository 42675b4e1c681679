/** Where events about one thing are published. The type says what an event carries; at run time there is the name. */
export interface Channel<Payload extends object> {
  readonly name: string;
  readonly carries?: Payload;
  /** The account besides that of the channel that an event names; null or absent when there is none. */
  mentions?(payload: Payload): string | null;
}

/** The accounts that an event of a topic names; the one of the channel may be among them. */
type Accounts<Payload> = (payload: Payload) => readonly (string | null)[];

const names = new Set<string>();

/**
 * A kind of events, with one channel for each key, which is nearly always an account.
 *
 *     export const messageEvents = topic<MessageNews>('message');
 *     messageEvents(accountId)
 *
 * @param accounts has to be given when an event names an account besides that of its channel: whoever deletes that
 *   account deletes the event, too
 */
export const topic = <Payload extends object>(name: string, accounts?: Accounts<Payload>) => {
  names.add(name);
  return (key: string): Channel<Payload> => ({
    name: nameOf(name, key),
    mentions: accounts && ((payload) => accounts(payload).find((account) => account !== key) ?? null),
  });
};

/** The names of all channels of an account. */
export const channelsOf = (accountId: string): string[] => [...names].map((name) => nameOf(name, accountId));

const nameOf = (topicName: string, key: string) => `${topicName}:${key}`;

/**
 * Something changed what this account may do: a share, a membership, a session, the account itself. Streams of the
 * account ask their rule again.
 */
export const accessEvents = topic<Record<string, never>>('access');
