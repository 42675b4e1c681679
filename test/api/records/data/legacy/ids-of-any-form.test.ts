import { randomUUID } from 'node:crypto';
import { api, type Json } from '../../../../support/api';
import { announcement, legacyCbg } from '../../../../support/legacy-records';
import { newPerson } from '../../../../support/person';
import { serverUnderTest } from '../../../../support/server';
import { nodesOf, pageInfoText, pageText, walk } from '../../../../support/walks';

const server = serverUnderTest();

/** Those with a space are replaced with a digest, and the digests of several of them contain a hyphen. */
const ids = [
  ...[randomUUID(), 'a.b', 'mg/dL', '12:30', '~!"#$%&()', 'x'.repeat(40), 'x'.repeat(41), '💩'],
  ...Array.from({ length: 8 }, (_, index) => `the id ${index}`),
];

describe.each(['forward', 'backward'])(
  'going %s through legacy records with ids of any form',
  (direction) => {
    const isBackward = direction === 'backward';

    it('finds each of them, page by page', async () => {
      const person = await newPerson(server);
      await person.uploadedLegacy(ids.map((id) => legacyCbg({ id, uploadId: `upload of ${id}` })));
      const found = await walk(
        async (page) => {
          const query = `{ me { data(${pageText(page)}) { edges { node { id } } ${pageInfoText} } } }`;
          const { body } = await api(server).graph(query, { token: person.token });
          return body.data.me.data;
        },
        { size: 1, isBackward },
      );
      const all = (await person.records()).map(({ id }) => id);
      expect(all).toHaveLength(ids.length);
      expect(nodesOf(found, isBackward).map(({ id }: Json) => id)).toEqual(all);
    });

    it('finds those of one upload, whatever its id', async () => {
      const person = await newPerson(server);
      const uploadId = randomUUID();
      const records = ids.map((id) => legacyCbg({ id, uploadId }));
      await person.uploadedLegacy([announcement({ uploadId }), ...records]);
      const found = await walk(
        async (page) => {
          const query = `{ dataSet(id: "${uploadId}") { records(${pageText(page)}) { edges { node { id } } ${pageInfoText} } } }`;
          const { body } = await api(server).graph(query, { token: person.token });
          return body.data.dataSet.records;
        },
        { size: 5, isBackward },
      );
      const all = (await person.records('type=cbg')).map(({ id }) => id);
      expect(nodesOf(found, isBackward).map(({ id }: Json) => id)).toEqual(all);
    });
  },
);
