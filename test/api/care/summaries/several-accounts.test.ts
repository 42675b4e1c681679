import { randomUUID } from 'node:crypto';
import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { reading, recentHour, recomputed, uploadedReadings } from '../../../support/summaries';

const server = serverUnderTest();

it('summaries that one query asks for are those of each person and type', async () => {
  const [low, high, none] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  for (const [person, value] of [
    [low, 4],
    [high, 12],
  ] as const) {
    await uploadedReadings(person, [
      reading(recentHour(), value),
      { ...reading(recentHour(), value + 1), type: 'smbg' },
    ]);
    for (const type of ['cgm', 'bgm']) await recomputed(server, person, type);
  }
  const averages = '... on GlucoseSummary { periods { averageGlucose } }';
  const parts = [high, none, low].map(
    ({ userId }, index) =>
      `of${index}: user(id: "${userId}") { cgm: summary(type: CGM) { ${averages} } bgm: summary(type: BGM) { ${averages} } }`,
  );
  const { graph } = api(server);
  const { data } = accepted(await graph(`{ ${parts.join(' ')} }`, { token: await newServerToken(server) }));
  const day = (averageGlucose: number) =>
    expect.objectContaining({ periods: expect.arrayContaining([{ averageGlucose }]) });
  expect(data).toEqual({
    of0: { cgm: day(12), bgm: day(13) },
    of1: { cgm: null, bgm: null },
    of2: { cgm: day(4), bgm: day(5) },
  });
});

it('an account that does not exist has no summary to calculate', async () => {
  const token = await newServerToken(server);
  const { status, text } = await api(server).post(`/v1/summaries/cgm/${randomUUID()}`, { token });
  expect([status, text]).toEqual([200, 'null']);
});
