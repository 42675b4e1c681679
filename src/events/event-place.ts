/** A place in the log of events: that of an event. Who has read as far as this has read all that stands before it. */
export interface Place {
  position: number;
  id: number;
  /** When the event was stored, in milliseconds since the epoch. */
  createdTime: number;
}

export const isAfter = (one: Place, other: Place): boolean =>
  one.position > other.position || (one.position === other.position && one.id > other.id);

/**
 * The place as text that clients hand back and do not look into. It names an event by its id and its time: a database
 * that was put back to an earlier state may give the same id to another event.
 */
export const cursorOf = ({ id, createdTime }: Place): string =>
  Buffer.from(`${id}.${createdTime}`).toString('base64url');

/** Which event a cursor names; undefined when the text is no cursor. */
export function eventOf(cursor: string): Pick<Place, 'id' | 'createdTime'> | undefined {
  const [, id, createdTime] =
    /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return id && createdTime ? { id: Number(id), createdTime: Number(createdTime) } : undefined;
}
