import { hangUp } from '../../support/hang-up';
import { deduplicator, newPerson } from '../../support/person';
import { at, cbg } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { waitFor } from '../../support/wait-until';

const server = serverUnderTest();

const deviceId = 'device';
const batch = Array.from({ length: 50 }, (_none, index) => cbg({ deviceId, time: at(index) }));

describe('an upload without a name whose sender was gone before the answer', () => {
  it.each(['none', 'dataset.drop.hash', 'dataset.delete.origin'])(
    'to a data set with %s is stored once when it comes again',
    async (name) => {
      const person = await newPerson(server);
      const open = () => person.openedContinuous({ deduplicator: deduplicator(name) });
      const stored = async (id: string) => (await person.records(`uploadId=${id}&type=cbg`)).length;
      let uploadId = await open();
      const send = () =>
        hangUp(server, `/v1/datasets/${uploadId}/data`, { token: person.token, body: batch });
      while (!(await send())) uploadId = await open();
      await waitFor('the records', async () => (await stored(uploadId)) > 0 || undefined);
      expect((await person.upload(uploadId, batch)).status).toBe(200);
      expect(await stored(uploadId)).toBe(batch.length);
      if (name !== 'none') return;
      // Answered now, it is another upload.
      await person.uploaded(uploadId, batch);
      expect(await stored(uploadId)).toBe(2 * batch.length);
    },
  );
});
