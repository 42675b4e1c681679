import { newFollower, readingBefore } from '../../support/alerts';
import { serverUnderTest } from '../../support/server';
import { permissionSet, share } from '../../support/shares';
import { api } from '../../support/api';
import { closeStreams, transports, withToken } from '../../support/streams';

const server = serverUnderTest();

const alerts = 'subscription { alertNotification { followedId kind message deliveredTime } }';
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };

afterEach(closeStreams);

describe.each(transports)('alerts over %s', (_name, connect) => {
  it('are sent to their follower, for all followed people', async () => {
    const follower = await newFollower(server);
    const other = await newFollower(server, follower.followed);
    const { followed } = follower;
    const mine = await connect(server, withToken(follower.token)).subscribe(alerts);
    const theirs = await connect(server, withToken(other.token)).subscribe(alerts);
    await follower.configure(urgentLow);
    const dataSet = await followed.openedContinuous();
    await followed.uploaded(dataSet, [readingBefore(Date.now(), 2, 2)]);
    const told = {
      followedId: followed.userId,
      kind: 'URGENT_LOW',
      message: 'Glucose reading below urgent low threshold',
      deliveredTime: expect.any(String),
    };
    expect(await mine.next()).toEqual({ data: { alertNotification: told } });

    const path = `/access/${followed.userId}/${follower.userId}`;
    await api(server).post(path, { token: followed.token, body: permissionSet('view') });
    await share(server, followed, other, 'follow');
    await other.configure({ high: { enabled: true, threshold: { value: 15, units: 'mmol/L' } } });
    await followed.uploaded(dataSet, [readingBefore(Date.now(), 0, 20)]);
    expect((await theirs.next()).data.alertNotification.kind).toBe('HIGH');
    await share(server, followed, follower, 'follow');
    await follower.configure({ high: { enabled: true, threshold: { value: 15, units: 'mmol/L' } } });
    expect((await mine.next()).data.alertNotification.kind).toBe('HIGH');
  });
});
