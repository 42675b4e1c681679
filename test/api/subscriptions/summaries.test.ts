import { newAccount } from '../../support/accounts';
import { newPerson } from '../../support/person';
import { serverUnderTest } from '../../support/server';
import { closeStreams, transports, withToken } from '../../support/streams';
import { reading, recentHour, recomputed, uploadedReadings } from '../../support/summaries';

const server = serverUnderTest();

const changed = `subscription ($id: ID!) { summaryChanged(userId: $id) {
  type summary { id ... on GlucoseSummary { periods { total { records } } } } } }`;

afterEach(closeStreams);

describe.each(transports)('summaries over %s', (_name, connect) => {
  it('are published with each calculation, and when there is none any more', async () => {
    const me = await newPerson(server);
    const answers = await connect(server, withToken(me.token)).subscribe(changed, { id: me.userId });
    const dataSetId = await uploadedReadings(me, [reading(recentHour())]);
    const { id } = await recomputed(server, me);
    // The background work may have been faster with another type.
    const nextOfSensors = async () => {
      for (;;) {
        const { summaryChanged } = (await answers.next()).data;
        if (summaryChanged.type === 'CGM') return summaryChanged;
      }
    };
    const periods = Array.from({ length: 4 }, () => ({ total: { records: 1 } }));
    expect(await nextOfSensors()).toEqual({ type: 'CGM', summary: { id, periods } });
    // Nothing has changed, but the summary is no longer outdated.
    await me.closed(await me.opened({}));
    await recomputed(server, me);
    expect(await nextOfSensors()).toEqual({ type: 'CGM', summary: { id, periods } });
    await me.deleted(dataSetId);
    await recomputed(server, me);
    expect(await nextOfSensors()).toEqual({ type: 'CGM', summary: null });
  });

  it('are refused to strangers', async () => {
    const [me, stranger] = [await newPerson(server), await newAccount(server)];
    const answers = await connect(server, withToken(stranger.token)).subscribe(changed, { id: me.userId });
    const { errors } = await answers.next();
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
