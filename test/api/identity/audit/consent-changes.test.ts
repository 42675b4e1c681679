import { createHash } from 'node:crypto';
import { accessLog } from '../../../support/access-log';
import { api, type Json } from '../../../support/api';
import { dataDonation, newGrantor } from '../../../support/consents';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

it('granted and revoked consents are logged, with the digest of their text', async () => {
  const { userId, token, ...grantor } = await newGrantor(server);
  const { body } = await api(server).get('/v1/consents', { token });
  const change = (type: string, version: number, status: string): Json => {
    const text: Json = body.data.find((each: Json) => each.type === type && each.version === version);
    const contentDigest = createHash('sha256').update(text.content).digest('base64');
    return { type, version, status, contentDigest };
  };
  await grantor.granted({ version: 1 });
  await grantor.granted({ type: 'ripple', version: 1, metadata: undefined });
  const { id } = await grantor.granted({ version: 2 });
  await grantor.revoke(id);
  await grantor.revoke(id);
  const entries = await accessLog(server, userId, token);
  const changes = entries.filter((entry: Json) => entry.consents !== null).reverse();
  expect(changes.map(({ kind, actorId, reason }: Json) => [kind, actorId, reason])).toEqual(
    Array.from({ length: 4 }, () => ['CHANGE', userId, 'OWNER']),
  );
  expect(changes.map(({ consents }: Json) => consents)).toEqual([
    [change(dataDonation, 1, 'GRANTED')],
    [change('ripple', 1, 'GRANTED')],
    [change(dataDonation, 1, 'REVOKED'), change(dataDonation, 2, 'GRANTED')],
    [change(dataDonation, 2, 'REVOKED'), change('ripple', 1, 'REVOKED')],
  ]);
});
