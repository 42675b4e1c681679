import { isoTime } from '../../../src/platform/clock';

interface Shown {
  id: string;
  guid: string;
  accountId: string;
  parentId?: string | null;
  authorId?: string | null;
  timestamp: string;
  text: string;
  /** Milliseconds since the epoch, or a date-time text. */
  createdTime: number | string;
  modifiedTime?: number | string | null;
}

const instant = (time: number | string): string => (typeof time === 'number' ? isoTime(time) : time);

/** A message in the form of clients, which read `user` without checking that it exists. */
export function messageOnWire(message: Shown, authorName: string | null | undefined) {
  const { id, guid, accountId, parentId, authorId, timestamp, text, createdTime, modifiedTime } = message;
  return {
    id,
    guid,
    parentmessage: parentId ?? null,
    ...(authorId != null && { userid: authorId }),
    groupid: accountId,
    timestamp,
    createdtime: instant(createdTime),
    ...(modifiedTime != null && { modifiedtime: instant(modifiedTime) }),
    messagetext: text,
    user: { ...(authorName != null && { fullName: authorName }) },
  };
}
