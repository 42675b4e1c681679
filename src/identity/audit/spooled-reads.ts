import type { RowCodec } from '../../platform/write-behind/row-spool';
import type { Access, WaitingRead } from './waiting-read';

/** Entries in a file: what several have in common is stored once. */
interface SpooledReads {
  accesses: Access[];
  entries: [id: string, subjectId: string, time: number, access: number][];
}

/** Serialization of pending entries for files. */
export const spooledReads: RowCodec<WaitingRead> = {
  encode(entries): SpooledReads {
    const accesses = [...new Set(entries.map(({ access }) => access))];
    const places = new Map(accesses.map((access, place) => [access, place]));
    return {
      accesses,
      entries: entries.map(({ id, subjectId, time, access }) => [
        id,
        subjectId,
        time,
        places.get(access) ?? 0,
      ]),
    };
  },
  decode(stored) {
    const { accesses, entries } = stored as SpooledReads;
    return entries.flatMap(([id, subjectId, time, place]) => {
      const access = accesses[place];
      return access ? [{ id, subjectId, time, access }] : [];
    });
  },
};
