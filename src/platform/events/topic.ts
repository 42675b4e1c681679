/** Where events about one thing are published. The type defines the payload; at run time there is only the name. */
export interface Channel<Payload extends object> {
  readonly name: string;
  readonly carries?: Payload;
  /** An account that the event names, other than that of the channel; null or absent if none. */
  mentions?(payload: Payload): string | null;
}

/** The accounts named by an event of a topic; that of the channel may be among them. */
type Accounts<Payload> = (payload: Payload) => readonly (string | null)[];

const names = new Set<string>();

/**
 * A kind of event, with one channel per key, which is nearly always an account.
 *
 *     export const messageEvents = topic<MessageNews>('message');
 *     messageEvents(accountId)
 *
 * @param accounts required if an event names an account other than that of its channel: the event is deleted with
 *   that account, too
 */
export const topic = <Payload extends object>(name: string, accounts?: Accounts<Payload>) => {
  names.add(name);
  return (key: string): Channel<Payload> => ({
    name: channelName(name, key),
    mentions: accounts && ((payload) => accounts(payload).find((account) => account !== key) ?? null),
  });
};

/** The names of all channels of an account. */
export const accountChannels = (accountId: string): string[] =>
  [...names].map((name) => channelName(name, accountId));

const channelName = (topicName: string, key: string) => `${topicName}:${key}`;

/**
 * The permissions of this account changed: a share, a membership, a session, the account itself. Streams of the
 * account recheck their rules.
 */
export const accessEvents = topic<Record<string, never>>('access');
