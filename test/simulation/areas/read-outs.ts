import { deduplicator } from '../../support/person';
import { change, type Area, type Operation } from '../operation';
import { Contradiction, Register } from '../register';
import { decisiveFor, held, isDecided, present, type Memory, type Scene } from '../scene';
import { isReadOut, known, reading, loadReadings, readOutPrefix } from './data';

const mostNew = 3;

const union = (lists: readonly string[][]): string[] => [...new Set(lists.flat())].sort();

const usable = (scene: Scene): [string, Memory][] =>
  [...scene.memories].filter(([, { owner, shown }]) => present([owner]).length > 0 && shown.isSettled);

/**
 * Creates a data set, uploads to it and closes it, which makes its records visible. An earlier failure leaves a data set
 * that is never closed, and changes nothing that anybody sees.
 */
const readOut: Operation = {
  name: 'read a device out',
  weight: 3,
  attempt(scene, dice) {
    const [given, old] = (dice.onceIn(3) ? undefined : dice.oneOf(usable(scene))) ?? [];
    const owner = old?.owner ?? dice.oneOf(present([...scene.people, scene.stranger]));
    const caller = dice.onceIn(4) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller || !isDecided(scene, caller, owner)) return undefined;
    const deviceId = given ?? `${readOutPrefix}${scene.number()}`;
    const memory = old ?? {
      owner,
      readOuts: [],
      shown: new Register<string[]>(`what ${deviceId} of ${owner.name} shows`),
    };
    const kept = dice.someOf([...new Map(memory.readOuts.flatMap(({ records }) => [...records]))]);
    const added = Array.from({ length: 1 + dice.below(mostNew) }, () => {
      const record = reading(scene, scene.number(), (20 + dice.below(200)) / 10, deviceId);
      return [known(record), record] as const;
    });
    const records = new Map([...kept, ...added]);
    return {
      what: `${caller.name} reads ${deviceId} of ${owner.name} out, with ${records.size} records`,
      isAllowed: held(scene, caller, owner).has('upload'),
      dependsOn: decisiveFor(scene, caller, owner),
      async send() {
        scene.memories.set(deviceId, memory);
        memory.readOuts.push({ records });
        const { token } = caller;
        const body = { deviceId, deduplicator: deduplicator('device.deactivate.hash') };
        const created = await scene.api.post(`/v1/users/${owner.userId}/data_sets`, { token, body });
        if (created.status !== 201) return created;
        const path = `/v1/data_sets/${created.body.data.uploadId}`;
        const uploaded = await scene.api.post(`${path}/data`, { token, body: [...records.values()] });
        return uploaded.status === 200 ? scene.api.put(path, { token }) : uploaded;
      },
      changes: [change(memory.shown, union([memory.shown.now ?? [], [...records.keys()]]))],
    };
  },
};

/** Devices that are read out completely each time: of equal records only the newest is shown. */
export const readOuts: Area = {
  name: 'read-outs',
  operations: [readOut],
  async check(scene) {
    for (const owner of present(scene.everybody)) {
      const shown = new Map<string, string[]>();
      for (const record of (await loadReadings(scene, owner)).filter((each) => isReadOut(each.deviceId)))
        shown.set(record.deviceId, [...(shown.get(record.deviceId) ?? []), known(record)]);
      for (const [deviceId, list] of shown)
        if (!scene.memories.has(deviceId) || new Set(list).size < list.length)
          throw new Contradiction(`${deviceId} shows ${list.join(', ')}`);
      for (const [deviceId, { owner: whose, shown: register }] of scene.memories)
        if (whose === owner) register.settle(shown.get(deviceId)?.sort());
    }
  },
  afterDeletion: ({ memories }, actor) =>
    [...memories.values()]
      .filter(({ owner }) => owner === actor)
      .map(({ shown }) => change(shown, undefined)),
};
