import { waitForTakeover } from '../../support/wait-until';
import type { Dice } from '../dice';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction, type Register } from '../register';
import {
  alertsPath,
  decisiveFor,
  held,
  isDecided,
  lowThreshold,
  toPairName,
  present,
  type Actor,
  type AlertsConfig,
  type LowReading,
  type Scene,
  type Witness,
} from '../scene';
import { dataSetsThere, known, placeBefore, reading } from './data';

/** Most often the one that is reported at once, by a low reading; the others are reported while data is late. */
const kinds = ['urgentLow', 'urgentLow', 'notLooping', 'noCommunication'] as const;

const minute = 60_000;

const lowValue = 2.2;

/** Minutes before now of a low reading: several steps of the clock do not bring it ahead, and it is still news. */
const age = 13;

/** Milliseconds by which the clock may be set without making a low reading too old. */
const clockTolerance = 2 * minute;

/** Settings of each kind of alert. */
const sectionsOf = (delay: number, enabled: boolean) => ({
  urgentLow: { enabled, threshold: lowThreshold },
  notLooping: { enabled, delay },
  noCommunication: { enabled, delay },
});

/** A person, a follower, and the account that configures the alerts. */
function followers(scene: Scene, dice: Dice) {
  const followed = dice.oneOf(present([...scene.people, scene.stranger]));
  const follower = dice.oneOf(present(scene.everybody).filter((actor) => actor !== followed));
  const caller = dice.onceIn(4) ? dice.oneOf(present(scene.everybody)) : follower;
  if (!followed || !follower || !caller || !isDecided(scene, follower, followed)) return undefined;
  return {
    followed,
    follower,
    caller,
    config: scene.alerts.get(toPairName(followed, follower)),
    isAllowed: caller === follower && held(scene, follower, followed).has('follow'),
    dependsOn: [caller.exists, ...decisiveFor(scene, follower, followed)],
  };
}

const configure: Operation = {
  name: 'configure alerts',
  weight: 2,
  attempt(scene, dice) {
    const found = followers(scene, dice);
    if (!found?.config.isSettled) return undefined;
    const { followed, follower, caller, config, ...rest } = found;
    const delay = 5 * dice.below(20);
    const sections = sectionsOf(delay, dice.onceIn(2));
    const kind = dice.oneOf(kinds) ?? kinds[0];
    const section = sections[kind];
    return {
      ...rest,
      what: `${caller.name} has ${follower.name} told of ${kind} of ${followed.name} ${section.enabled ? 'with' : 'without'} a delay of ${delay}`,
      send: () =>
        scene.api.post(alertsPath(followed, follower), { token: caller.token, body: { [kind]: section } }),
      changes: [change(config, { ...config.now, [kind]: section })],
    };
  },
};

const end: Operation = {
  name: 'end alerts',
  attempt(scene, dice) {
    const found = followers(scene, dice);
    if (!found) return undefined;
    const { followed, follower, caller, config, ...rest } = found;
    return {
      ...rest,
      what: `${caller.name} ends what ${follower.name} is told of ${followed.name}`,
      send: () => scene.api.delete(alertsPath(followed, follower), { token: caller.token }),
      changes: [change(config, undefined)],
    };
  },
};

const sumOfVersions = (registers: readonly Register[]): number =>
  registers.reduce((sum, { version }) => sum + version, 0);

/** The people who must be told of a low reading of an account, and those who must not. */
function witnessesOf(scene: Scene, owner: Actor): Witness[] {
  const witness = (follower: Actor): Witness[] => {
    if (follower === owner || !isDecided(scene, follower, owner)) return [];
    const config = scene.alerts.get(toPairName(owner, follower));
    const mayFollow = held(scene, follower, owner).has('follow');
    if (mayFollow && !(config.isSettled && config.now?.urgentLow?.enabled)) return [];
    const decisive = decisiveFor(scene, follower, owner);
    const registers = mayFollow ? [...decisive, config as Register] : decisive;
    return [{ follower, isTold: mayFollow, registers, version: sumOfVersions(registers) }];
  };
  // Once those who must be told are, nobody else will be.
  return present(scene.everybody)
    .flatMap(witness)
    .sort((one, other) => Number(other.isTold) - Number(one.isTold));
}

const uploadLow: Operation = {
  name: 'upload a low reading',
  weight: 4,
  attempt(scene, dice) {
    const there = dataSetsThere(scene);
    const followed = there.filter(([, { owner }]) => witnessesOf(scene, owner).some(({ isTold }) => isTold));
    const [deviceId, dataSet] = dice.oneOf(followed.length > 0 ? followed : there) ?? [];
    if (deviceId === undefined || !dataSet) return undefined;
    const { owner, records } = dataSet;
    const record = reading(scene, placeBefore(scene, scene.now() - age * minute), lowValue, deviceId);
    const time = Date.parse(record.time);
    if (time <= (scene.lowReadings.get(owner.userId)?.time ?? -Infinity)) return undefined;
    const witnesses = witnessesOf(scene, owner);
    return {
      what: `${owner.name} uploads a low reading to ${deviceId}`,
      isAllowed: true,
      isRepeatable: true,
      dependsOn: [owner.exists, ...witnesses.flatMap(({ registers }) => registers)],
      send() {
        const low = { owner, records, text: known(record), time, witnesses };
        const sentTime = scene.now();
        scene.lowReadings.set(owner.userId, { ...low, sentTime, clockLead: sentTime - Date.now() });
        return scene.api.post(`/v1/data_sets/${dataSet.id}/data`, { token: owner.token, body: [record] });
      },
      changes: [change(records, [...(records.now ?? []), known(record)].sort())],
    };
  },
};

const sentTo = `query ($followedId: ID!) {
  alertNotifications(followedId: $followedId, first: 1000) {
    edges { node { id kind createdTime deliveredTime error } }
  }
}`;

/** Waits until a follower was notified of a low reading, possibly by the process that goes on after a killed one. */
async function checkTold(scene: Scene, { owner, time }: LowReading, follower: Actor): Promise<void> {
  const { token } = follower;
  const variables = { followedId: owner.userId };
  // After as many retries as a notification has, it is dropped.
  const mayBeDropped = [...scene.suffered].some((fault) => fault.startsWith('the webhook'));
  await waitForTakeover(`the notification of ${follower.name} about ${owner.name}`, async () => {
    const { data } = expectBody(await scene.api.graph(sentTo, { token, variables }));
    for (const { node } of data.alertNotifications.edges) {
      if (node.kind !== 'URGENT_LOW' || Date.parse(node.createdTime) < time) continue;
      if (node.deliveredTime === null) return mayBeDropped || undefined;
      if (!scene.hooks.some(({ body }) => body.id === node.id))
        throw new Contradiction(`The notification of ${follower.name} about ${owner.name} has not arrived`);
      return true;
    }
    return undefined;
  }).catch((error: Error) => {
    throw error instanceof Contradiction ? error : new Contradiction(error.message);
  });
}

async function checkLowReading(scene: Scene, low: LowReading): Promise<void> {
  const { owner, records, text, sentTime, clockLead, witnesses } = low;
  scene.lowReadings.set(owner.userId, { ...low, witnesses: [] });
  const isStored = present([owner]).length > 0 && records.isSettled && records.now?.includes(text);
  const isNews = Math.abs(scene.now() - Date.now() - clockLead) < clockTolerance;
  for (const { follower, isTold, registers, version } of witnesses) {
    if (sumOfVersions(registers) !== version) continue;
    if (isTold && isStored && isNews) await checkTold(scene, low, follower);
    const isHook = ({ body: { recipientId, followedUserId, createdTime } }: Scene['hooks'][number]) =>
      recipientId === follower.userId &&
      followedUserId === owner.userId &&
      Date.parse(createdTime) >= sentTime;
    if (!isTold && scene.hooks.some(isHook))
      throw new Contradiction(`${follower.name} is notified about ${owner.name} without permission`);
  }
}

/** Nobody gets a notification who has not configured alerts, and each is always the same. */
function checkHooks({ hooks, everybody, alerts: configs }: Scene): void {
  const nameOf = (id: string) => everybody.find(({ userId }) => userId === id)?.name;
  const texts = new Map<string, string>();
  for (const { text, body } of hooks) {
    const [followed, follower] = [nameOf(body.followedUserId), nameOf(body.recipientId)];
    // It is of another run.
    if (followed === undefined && follower === undefined) continue;
    if (configs.get(`${followed} ${follower}`).version === 0)
      throw new Contradiction(`${follower} is notified about ${followed} without wanting to be`);
    if ((texts.get(body.id) ?? text) !== text)
      throw new Contradiction(`The notification ${body.id} was sent in two versions`);
    texts.set(body.id, text);
  }
}

/** All configurations as a server reads them: they stay while their follower has no permission. */
async function readConfigs(scene: Scene): Promise<Map<string, AlertsConfig>> {
  const seen = new Map<string, AlertsConfig>();
  for (const followed of present(scene.everybody)) {
    const path = `/v1/users/${followed.userId}/followers/alerts`;
    const answer = await scene.api.get(path, { token: scene.serverToken });
    if (answer.status === 404) continue;
    for (const { userId, followedUserId, ...sections } of expectBody(answer)) {
      const follower = scene.everybody.find((actor) => actor.userId === userId);
      const name = `${followed.name} ${follower?.name ?? userId}`;
      if (followedUserId !== followed.userId || seen.has(name))
        throw new Contradiction(`The alerts of ${name} are there twice`);
      seen.set(name, sections);
    }
  }
  return seen;
}

/** Alert configurations of followers, and the notifications that reach the webhook. */
export const alerts: Area = {
  name: 'alerts',
  operations: [configure, end, uploadLow],
  async check(scene) {
    scene.alerts.settle(await readConfigs(scene));
    for (const low of [...scene.lowReadings.values()]) await checkLowReading(scene, low);
    checkHooks(scene);
  },
  afterDeletion: ({ alerts: configs }, { name }) =>
    configs
      .names()
      .filter((pair) => pair.split(' ').includes(name))
      .map((pair) => change(configs.get(pair), undefined)),
};
