/** The place of an event in the log. A reader at a place has read everything before it. */
export interface Place {
  position: number;
  id: number;
  /** When the event was stored, in milliseconds since the epoch. */
  createdTime: number;
}

export const isAfter = (one: Place, other: Place): boolean =>
  one.position > other.position || (one.position === other.position && one.id > other.id);

/**
 * The place as an opaque text for clients. It names an event by id and time: a database restored to an earlier state
 * may reuse the id.
 */
export const toCursor = ({ id, createdTime }: Place): string =>
  Buffer.from(`${id}.${createdTime}`).toString('base64url');

/** The event that a cursor names; undefined if the text is not a cursor. */
export function parseCursor(cursor: string): Pick<Place, 'id' | 'createdTime'> | undefined {
  const [, id, createdTime] =
    /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return id && createdTime ? { id: Number(id), createdTime: Number(createdTime) } : undefined;
}
