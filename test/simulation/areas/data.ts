import { change, type Area, type Operation } from '../operation';
import { Contradiction, Register } from '../register';
import { expectBody } from '../reading';
import { decisiveFor, held, isDecided, present, type Actor, type DataSet, type Scene } from '../scene';

const minute = 60_000;

/**
 * All records of a run are from this time range before it, so that none is ahead of the clock, whatever happens to it.
 */
const oldest = 3 * 24 * 60 * minute;

/** The interval of a sensor, so that all readings count in a summary. */
const interval = 5 * minute;
const longestBatch = 4;

export const readOutPrefix = 'memory-';

/** Whether a device is read out completely each time (`read-outs.ts`); the others send what is new. */
export const isReadOut = (deviceId: string): boolean => deviceId.startsWith(readOutPrefix);

/** The last place for a reading that is not ahead of an instant. */
export const placeBefore = (scene: Scene, instant: number): number =>
  Math.floor((instant - scene.began + oldest) / interval);

/** A reading as sent, and as stored. */
export const reading = (scene: Scene, place: number, value: number, deviceId: string) => ({
  type: 'cbg',
  units: 'mmol/L',
  value,
  deviceId,
  time: new Date(scene.began - oldest + place * interval).toISOString(),
  origin: { id: `reading-${place}` },
});

export const known = ({ time, value }: { time: string; value: number }): string => `${time} ${value}`;

/** A data set that is known to exist, with its id. */
export const dataSetsThere = (scene: Scene): [string, DataSet][] =>
  [...scene.dataSets].filter(
    ([, { id, owner, records }]) =>
      id !== undefined &&
      records.isSettled &&
      records.isThere &&
      owner.exists.isSettled &&
      owner.exists.isThere,
  );

const createDataSet: Operation = {
  name: 'create a data set',
  weight: 2,
  attempt(scene, dice) {
    const owner = dice.oneOf(present([...scene.people, scene.stranger]));
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller || !isDecided(scene, caller, owner)) return undefined;
    const deviceId = `device-${scene.number()}`;
    const dataSet: DataSet = { owner, records: new Register(`the data set ${deviceId} of ${owner.name}`) };
    return {
      what: `${caller.name} creates the data set ${deviceId} of ${owner.name}`,
      isAllowed: held(scene, caller, owner).has('upload'),
      isRepeatable: true,
      dependsOn: decisiveFor(scene, caller, owner),
      send() {
        scene.dataSets.set(deviceId, dataSet);
        const body = { dataSetType: 'continuous', deviceId };
        return scene.api.post(`/v1/users/${owner.userId}/data_sets`, { token: caller.token, body });
      },
      changes: [change(dataSet.records, [])],
      learn: ({ body }) => {
        dataSet.id = body.data.uploadId;
      },
    };
  },
};

const upload: Operation = {
  name: 'upload',
  weight: 6,
  attempt(scene, dice) {
    const [deviceId, dataSet] = dice.oneOf(dataSetsThere(scene)) ?? [];
    const owner = dataSet?.owner;
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : owner;
    if (deviceId === undefined || !dataSet || !owner || !caller || !isDecided(scene, caller, owner))
      return undefined;
    const count = 1 + dice.below(longestBatch);
    const records = Array.from({ length: count }, () =>
      reading(scene, scene.number(), (20 + dice.below(200)) / 10, deviceId),
    );
    const isBroken = dice.onceIn(6);
    const sent = isBroken ? [...records, { ...records[0], value: 'high' }] : records;
    return {
      what: `${caller.name} uploads ${sent.length}${isBroken ? ' broken' : ''} records to ${deviceId} of ${owner.name}`,
      isAllowed: held(scene, caller, owner).has('upload') && !isBroken,
      isRepeatable: true,
      dependsOn: decisiveFor(scene, caller, owner),
      send: () => scene.api.post(`/v1/data_sets/${dataSet.id}/data`, { token: caller.token, body: sent }),
      changes: [change(dataSet.records, [...(dataSet.records.now ?? []), ...records.map(known)].sort())],
    };
  },
};

const deleteDataSet: Operation = {
  name: 'delete a data set',
  attempt(scene, dice) {
    const [deviceId, dataSet] = dice.oneOf(dataSetsThere(scene)) ?? [];
    const owner = dataSet?.owner;
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!dataSet || !owner || !caller || !isDecided(scene, caller, owner)) return undefined;
    return {
      what: `${caller.name} deletes the data set ${deviceId} of ${owner.name}`,
      // In this simulation only owners manage their accounts.
      isAllowed: caller === owner,
      dependsOn: decisiveFor(scene, caller, owner),
      send: () => scene.api.delete(`/v1/data_sets/${dataSet.id}`, { token: caller.token }),
      changes: [change(dataSet.records, undefined)],
    };
  },
};

/** All readings of an account, as its owner reads them. */
export const loadReadings = async (
  scene: Scene,
  { token, userId }: Actor,
): Promise<{ deviceId: string; uploadId: string; time: string; value: number }[]> =>
  expectBody(await scene.api.get(`/data/${userId}?type=cbg`, { token }));

/** The data sets of an account, as its owner reads them. */
async function readDataSets(
  scene: Scene,
  { token, userId }: Actor,
  records: Awaited<ReturnType<typeof loadReadings>>,
): Promise<Map<string, string[]>> {
  const sets = expectBody(await scene.api.get(`/v1/users/${userId}/data_sets`, { token }));
  const seen = new Map<string, string[]>();
  const names = new Map<string, string>();
  for (const { deviceId, uploadId } of sets) {
    if (isReadOut(deviceId)) continue;
    if (seen.has(deviceId)) throw new Contradiction(`The data set ${deviceId} is there twice`);
    seen.set(deviceId, []);
    names.set(uploadId, deviceId);
    const dataSet = scene.dataSets.get(deviceId);
    if (dataSet) dataSet.id = uploadId;
  }
  for (const record of records.filter((each) => !isReadOut(each.deviceId))) {
    const deviceId = names.get(record.uploadId);
    if (deviceId === undefined || deviceId !== record.deviceId)
      throw new Contradiction(`The record ${known(record)} of ${record.deviceId} lies in no data set of its`);
    seen.get(deviceId)?.push(known(record));
  }
  for (const list of seen.values()) list.sort();
  return seen;
}

/** A summary must match the readings. */
async function checkSummary(scene: Scene, owner: Actor, readings: string[]): Promise<void> {
  const { token, userId } = owner;
  const summary = expectBody(await scene.api.post(`/v1/summaries/cgm/${userId}`, { token }));
  const { glucose = 0, records = 0 } = summary?.periods?.['30d']?.total ?? {};
  const sum = readings.reduce((total, each) => total + Number(each.split(' ')[1]) * 5, 0);
  if (records !== readings.length || Math.abs(glucose - sum) > 0.001)
    throw new Contradiction(
      `The summary of ${owner.name} counts ${records} readings with ${glucose} in all, but there are ${readings.length} with ${sum}`,
    );
}

/** Data sets, their records, and summaries of them. */
export const data: Area = {
  name: 'data',
  operations: [createDataSet, upload, deleteDataSet],
  async check(scene) {
    for (const owner of present(scene.everybody)) {
      const records = await loadReadings(scene, owner);
      const seen = await readDataSets(scene, owner, records);
      for (const deviceId of seen.keys())
        if (!scene.dataSets.has(deviceId)) throw new Contradiction(`Nobody has created ${deviceId}`);
      for (const [deviceId, { owner: whose, records }] of scene.dataSets)
        if (whose === owner) records.settle(seen.get(deviceId));
      await checkSummary(scene, owner, records.map(known));
    }
  },
  afterDeletion: ({ dataSets }, actor) =>
    [...dataSets.values()]
      .filter(({ owner }) => owner === actor)
      .map(({ records }) => change(records, undefined)),
};
