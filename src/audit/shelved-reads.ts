import type { RowCodec } from '../write-behind/row-shelf';
import type { Access, WaitingRead } from './waiting-read';

/** Entries as they lie in a file: what several have in common is there once. */
interface ShelvedReads {
  accesses: Access[];
  entries: [id: string, subjectId: string, time: number, access: number][];
}

/** How entries of the record that wait are written to a file. */
export const shelvedReads: RowCodec<WaitingRead> = {
  encode(entries): ShelvedReads {
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
    const { accesses, entries } = stored as ShelvedReads;
    return entries.flatMap(([id, subjectId, time, place]) => {
      const access = accesses[place];
      return access ? [{ id, subjectId, time, access }] : [];
    });
  },
};
