import { newServerToken } from '../../../support/accounts';
import {
  allEvaluated,
  changeWatch,
  newFollower,
  readWatch,
  readingBefore,
  uploading,
  type Follower,
} from '../../../support/alerts';
import { api } from '../../../support/api';
import { announcement } from '../../../support/legacy-records';
import { movedClock } from '../../../support/moved-clock';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson } from '../../../support/person';
import { basal } from '../../../support/records';
import { permissionSet, share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

/** These tests move the clock, so the service runs in their own process. */
let own: OwnApp;

const { moveTo, at } = movedClock();

beforeAll(async () => {
  own = await startOwnApp({ ALERT_BRAND: 'Brand' });
}, 120_000);

afterAll(() => own.close(), 120_000);

afterEach(() => {
  jest.restoreAllMocks();
});

const minute = 60_000;
const hour = 60 * minute;
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };

/** A reading a number of minutes ago, in mmol/L. */
const reading = (minutesAgo: number, value: number) => readingBefore(Date.now(), minutesAgo, value);

const revoke = ({ followed, userId }: Follower) =>
  api(own.server).post(`/access/${followed.userId}/${userId}`, {
    token: followed.token,
    body: permissionSet('view'),
  });

/** Checks for silence now. Skips rows that the service itself is evaluating, until it is done. */
async function pollSilence(): Promise<void> {
  await allEvaluated(own.database);
  await own.app.services.silencePoll.run(new AbortController().signal);
  await allEvaluated(own.database);
}

describe('silence', () => {
  const silence = (delay: number) => ({ noCommunication: { enabled: true, delay } });

  it('is reported after the delay, again after each delay, and ends with new data', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(silence(10));
    const upload = await uploading(own, follower);
    await upload(reading(0, 5));
    const counts: [number, number][] = [];
    for (const minutes of [5, 10, 10.1, 20, 20.2, 31]) {
      moveTo(minutes);
      await pollSilence();
      counts.push([minutes, (await follower.told()).length]);
    }
    expect(counts).toEqual([
      [5, 0],
      [10, 0],
      [10.1, 1],
      [20, 1],
      [20.2, 2],
      [31, 3],
    ]);
    const [first] = await follower.notifications();
    expect(first.message).toBe("Brand is unable to communicate with a user's device");
    moveTo(32);
    await upload(reading(0, 5));
    const { triggeredTime, resolvedTime } = (await follower.activity()).noCommunication;
    expect([triggeredTime, resolvedTime]).toEqual([at(10.1), at(32)]);
    moveTo(41);
    await pollSilence();
    expect(await follower.told()).toHaveLength(3);
  });

  it('lasts at least five minutes, and ends with data of any type', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(silence(0));
    const upload = await uploading(own, follower);
    await upload(reading(0, 5));
    moveTo(4);
    await upload(basal({ time: new Date().toISOString(), deviceId: 'd' }));
    moveTo(9);
    await pollSilence();
    expect(await follower.told()).toEqual([]);
    moveTo(9.1);
    await pollSilence();
    expect(await follower.told()).toEqual(['NO_COMMUNICATION']);
  });

  it('is not reported without any earlier data, configuration or permission, unlike that of others', async () => {
    const [without, off, former, other] = [
      await newFollower(own.server),
      await newFollower(own.server),
      await newFollower(own.server),
      await newFollower(own.server),
    ];
    for (const each of [without, former, other]) await each.configure(silence(5));
    await off.configure({ noCommunication: { enabled: false } });
    for (const each of [off, former, other]) {
      const upload = await uploading(own, each);
      await upload(reading(0, 5));
    }
    await revoke(former);
    moveTo(60);
    await pollSilence();
    expect(await other.told()).toEqual(['NO_COMMUNICATION']);
    await share(own.server, former.followed, former, 'follow');
    // A minute later at the earliest, or a check would find the former follower again and again.
    moveTo(60.5);
    await pollSilence();
    expect(await Promise.all([without, off, former].map((each) => each.told()))).toEqual([[], [], []]);
    moveTo(61);
    await pollSilence();
    expect(await former.told()).toEqual(['NO_COMMUNICATION']);
  });

  it('is looked for again 15 seconds after a failure', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(silence(5));
    const upload = await uploading(own, follower);
    await upload(reading(0, 5));
    const { uploadReceipts } = own.app.services;
    const looks = jest.spyOn(uploadReceipts, 'lastReceipts').mockRejectedValueOnce(new Error('unreachable'));
    moveTo(6);
    await pollSilence();
    expect(looks).toHaveBeenCalled();
    expect(await follower.told()).toEqual([]);
    moveTo(6.25);
    await pollSilence();
    expect(await follower.told()).toEqual(['NO_COMMUNICATION']);
  });

  it('starts at the last existing data: deleted data sets do not count', async () => {
    const follower = await newFollower(own.server);
    const { followed } = follower;
    const [kept, deleted] = [await followed.openedContinuous(), await followed.openedContinuous()];
    await follower.configure(silence(10));
    await followed.uploaded(kept, [reading(0, 5)]);
    moveTo(8);
    await followed.uploaded(deleted, [reading(0, 5)]);
    await followed.deleted(deleted);
    moveTo(11);
    await pollSilence();
    expect(await follower.told()).toEqual(['NO_COMMUNICATION']);
  });

  it('of a deleted data set is not reported', async () => {
    const follower = await newFollower(own.server);
    const dataSet = await follower.followed.openedContinuous();
    await follower.configure({ uploadId: dataSet, ...silence(5) });
    await follower.followed.uploaded(dataSet, [reading(0, 5)]);
    await follower.followed.deleted(dataSet);
    moveTo(60);
    await pollSilence();
    expect(await follower.told()).toEqual([]);
    const token = await newServerToken(own.server);
    const { body } = await api(own.server).get('/v1/overdue_communications', { token });
    expect(body.map(({ userId }: { userId: string }) => userId)).not.toContain(follower.followed.userId);
  });

  it('is checked by a task that exists from the start', async () => {
    const token = await newServerToken(own.server);
    const name = 'org.tidepool.carepartner';
    const { body } = await api(own.server).get(`/v1/tasks?name=${name}`, { token });
    expect(body).toEqual([expect.objectContaining({ name, type: name })]);
    expect(['pending', 'running']).toContain(body[0].state);
  });

  it('of one data set does not end with data of another', async () => {
    const follower = await newFollower(own.server);
    const { followed } = follower;
    const [quiet, busy] = [await followed.openedContinuous(), await followed.openedContinuous()];
    await follower.configure({ uploadId: quiet, ...silence(5) });
    await followed.uploaded(quiet, [reading(0, 5)]);
    moveTo(6);
    await followed.uploaded(busy, [reading(0, 5)]);
    await pollSilence();
    expect(await follower.told()).toEqual(['NO_COMMUNICATION']);
  });

  it('does not end with the announcement of a legacy upload, which brings no data', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(silence(5));
    const upload = await uploading(own, follower);
    await upload(reading(0, 5));
    moveTo(4);
    await follower.followed.uploadedLegacy([announcement()]);
    moveTo(6);
    await pollSilence();
    expect(await follower.told()).toEqual(['NO_COMMUNICATION']);
  });

  it('is checked again a minute later for somebody who may not follow any more, alone, too', async () => {
    const follower = await newFollower(own.server);
    await follower.configure(silence(5));
    await allEvaluated(own.database);
    await revoke(follower);
    await changeWatch(own, follower, { silenceTime: Date.now() });
    await pollSilence();
    expect((await readWatch(own, follower)).silenceTime).toBe(Date.now() + minute);
  });

  it('is not checked in place of data that waits for its evaluation', async () => {
    const follower = await newFollower(own.server);
    await follower.configure({ ...silence(5), ...urgentLow });
    await allEvaluated(own.database);
    await changeWatch(own, follower, { leaseTime: Date.now() + hour, worker: 'another process' });
    await follower.followed.uploaded(await follower.followed.openedContinuous(), [reading(0, 2)]);
    await waitFor(
      'the data to wait',
      async () => (await readWatch(own, follower)).dueTime !== null || undefined,
    );
    // Only the check for silence takes it now.
    await changeWatch(own, follower, {
      leaseTime: 0,
      worker: null,
      dueTime: Date.now() + hour,
      silenceTime: Date.now(),
    });
    await pollSilence();
    expect(await follower.told()).toEqual(['URGENT_LOW']);
  });
});

describe('trusted servers', () => {
  it('see which data sets are silent, longest first', async () => {
    const token = await newServerToken(own.server);
    const person = await newPerson(own.server);
    const dataSets = [
      await person.openedContinuous(),
      await person.openedContinuous(),
      await person.opened(),
    ] as const;
    const silentOnes = async () => {
      const { status, body } = await api(own.server).get('/v1/overdue_communications', { token });
      expect(status).toBe(200);
      return body.filter(({ userId }: { userId: string }) => userId === person.userId);
    };
    await person.uploaded(dataSets[1], [reading(0, 5)]);
    moveTo(1);
    await person.uploaded(dataSets[0], [reading(0, 5)]);
    await person.uploaded(dataSets[2], [reading(0, 5)]);
    await person.closed(dataSets[2]);
    moveTo(4.99);
    expect(await silentOnes()).toEqual([]);
    moveTo(6);
    expect(await silentOnes()).toEqual([
      { userId: person.userId, dataSetId: dataSets[1], lastReceivedDeviceData: at(0) },
      { userId: person.userId, dataSetId: dataSets[0], lastReceivedDeviceData: at(1) },
    ]);
    const { status } = await api(own.server).get('/v1/overdue_communications', { token: person.token });
    expect(status).toBe(403);
    expect((await api(own.server).get('/v1/overdue_communications')).status).toBe(401);
  });
});
