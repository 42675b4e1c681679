import type { Dice } from '../dice';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction } from '../register';
import {
  decisiveFor,
  held,
  isDecided,
  toPairName,
  present,
  type Actor,
  type AlertsConfig,
  type Scene,
} from '../scene';

/** Kinds of alerts that are not sent while no data is late. */
const kinds = ['notLooping', 'noCommunication'] as const;

const alertsPath = (followed: Actor, follower: Actor): string =>
  `/v1/users/${followed.userId}/followers/${follower.userId}/alerts`;

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
    const section = { enabled: dice.onceIn(2), delay: 5 * dice.below(20) };
    const kind = dice.oneOf(kinds) ?? kinds[0];
    return {
      ...rest,
      what: `${caller.name} has ${follower.name} told of ${kind} of ${followed.name} after ${section.delay} minutes`,
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

/** Alert configurations of followers. */
export const alerts: Area = {
  name: 'alerts',
  operations: [configure, end],
  async check(scene) {
    scene.alerts.settle(await readConfigs(scene));
  },
  afterDeletion: ({ alerts: configs }, { name }) =>
    configs
      .names()
      .filter((pair) => pair.split(' ').includes(name))
      .map((pair) => change(configs.get(pair), undefined)),
};
