import { api } from '../support/api';
import { ownDatabases } from '../support/own-databases';
import { newPerson, type Person } from '../support/person';
import { at } from '../support/records';
import { loadDuring } from '../support/server-load';
import { startServer } from '../support/server-process';

/** Mebibytes. */
const heap = 160;
const besideHeap = 540;

/** Almost as long as one record may be. */
const activeSchedule = 'x'.repeat(4_000_000);
const uploads = 5;
const inUpload = 7;

async function uploadLongRecords(person: Person): Promise<void> {
  const dataSetId = await person.openedContinuous();
  for (let upload = 0; upload < uploads; upload += 1) {
    const records = Array.from({ length: inUpload }, (_, index) => ({
      type: 'pumpSettings',
      deviceId: 'pump',
      time: at(upload * inUpload + index),
      activeSchedule,
      basalSchedules: { Day: [{ start: 0, rate: 1 }] },
    }));
    await person.uploaded(dataSetId, records);
  }
}

describe.each(ownDatabases)('on %s', (_dialect, onDatabase) => {
  it('many of the longest records are read with the memory of a few', () =>
    onDatabase(async (databaseUrl) => {
      const server = await startServer({
        NODE_OPTIONS: `--max-old-space-size=${heap}`,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      const person = await newPerson(server);
      await uploadLongRecords(person);
      const { userId, token } = person;
      for (const path of [`/data/${userId}?type=pumpSettings`, `/export/${userId}?format=csv`]) {
        const { result, peakMemory } = await loadDuring(server, () => api(server).get(path, { token }));
        expect({ status: result.status, isRunning: server.isRunning() }).toEqual({
          status: 200,
          isRunning: true,
        });
        expect(result.text.length).toBeGreaterThan(uploads * inUpload * activeSchedule.length);
        expect(peakMemory).toBeLessThan(heap + besideHeap);
      }
      await server.close();
    }));
});
