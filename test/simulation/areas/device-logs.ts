import { logEntry, md5, sendLog } from '../../support/content';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction, Register } from '../register';
import { decisiveFor, held, isDecided, present, type DeviceLog } from '../scene';

/** The fixed time of all logs, and a range around it. */
const within = 'startAtTime=2024-05-01T00:00:00Z&endAtTime=2024-06-01T00:00:00Z';
const mostEntries = 200;

const send: Operation = {
  name: 'send a device log',
  weight: 2,
  attempt(scene, dice) {
    const owner = dice.oneOf(present([...scene.people, scene.stranger]));
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller || !isDecided(scene, caller, owner)) return undefined;
    const number = scene.number();
    const isBroken = dice.onceIn(6);
    const entries = Array.from({ length: 1 + dice.below(mostEntries) }, (_, index) =>
      logEntry({ message: `entry ${index} of the log ${number}`, ...(isBroken && { type: 'gossip' }) }),
    );
    const text = JSON.stringify(entries);
    const log: DeviceLog = { owner, text: new Register(`the device log ${number} of ${owner.name}`) };
    return {
      what: `${caller.name} sends ${entries.length}${isBroken ? ' broken' : ''} entries as ${log.text.name}`,
      isAllowed: held(scene, caller, owner).has('upload') && !isBroken,
      isRepeatable: true,
      dependsOn: decisiveFor(scene, caller, owner),
      send() {
        scene.deviceLogs.set(md5(text), log);
        return sendLog(scene.server, owner.userId, caller.token, text);
      },
      changes: [change(log.text, text)],
    };
  },
};

/** Device logs, whose bytes are in a separate store. They are only deleted with their account. */
export const deviceLogs: Area = {
  name: 'device logs',
  operations: [send],
  async check(scene) {
    for (const owner of present(scene.everybody)) {
      const { token, userId } = owner;
      const path = `/v1/users/${userId}/device_logs?size=1000&${within}`;
      const seen = new Map<string, string>();
      for (const { id, digestMD5 } of expectBody(await scene.api.get(path, { token }))) {
        const log = scene.deviceLogs.get(digestMD5);
        if (log?.owner !== owner) throw new Contradiction(`Nobody has sent the device log ${id}`);
        if (seen.has(digestMD5)) throw new Contradiction(`${log.text.name} is there twice`);
        const answer = await scene.api.get(`/v1/device_logs/${id}/content`, { token });
        if (answer.status !== 200)
          throw new Contradiction(`${log.text.name} is answered with ${answer.status}`);
        seen.set(digestMD5, answer.text);
      }
      for (const [digest, { owner: whose, text }] of scene.deviceLogs)
        if (whose === owner) text.settle(seen.get(digest));
    }
  },
  afterDeletion: (scene, actor) =>
    [...scene.deviceLogs.values()]
      .filter(({ owner }) => owner === actor)
      .map(({ text }) => change(text, undefined)),
};
