import { md5, sendBlob } from '../../support/content';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction, Register } from '../register';
import { decisiveFor, held, isDecided, present, type Content } from '../scene';

const send: Operation = {
  name: 'send content',
  weight: 2,
  attempt(scene, dice) {
    const owner = dice.oneOf(present([...scene.people, scene.stranger]));
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller || !isDecided(scene, caller, owner)) return undefined;
    const text = `content ${scene.number()} of ${owner.name} `.repeat(1 + dice.below(2000));
    const digest = md5(text);
    const content: Content = { owner, text: new Register(`the content ${text.slice(0, 20)}`) };
    return {
      what: `${caller.name} sends ${text.length} bytes as ${content.text.name}`,
      isAllowed: held(scene, caller, owner).has('upload'),
      isRepeatable: true,
      dependsOn: decisiveFor(scene, caller, owner),
      send() {
        scene.contents.set(digest, content);
        return sendBlob(scene.server, owner.userId, { token: caller.token, raw: text });
      },
      changes: [change(content.text, text)],
      learn: ({ body }) => {
        content.id = body.id;
      },
    };
  },
};

const remove: Operation = {
  name: 'delete content',
  attempt(scene, dice) {
    const there = [...scene.contents.values()].filter(
      ({ id, owner, text }) =>
        id !== undefined && text.isSettled && text.isThere && present([owner]).length > 0,
    );
    const content = dice.oneOf(there);
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : content?.owner;
    if (!content || !caller || !isDecided(scene, caller, content.owner)) return undefined;
    const rights = held(scene, caller, content.owner);
    return {
      what: `${caller.name} deletes ${content.text.name}`,
      isAllowed: rights.has('upload'),
      dependsOn: decisiveFor(scene, caller, content.owner),
      send: () => scene.api.delete(`/v1/blobs/${content.id}`, { token: caller.token }),
      changes: [change(content.text, undefined)],
    };
  },
};

/** Blobs, whose bytes are in a separate store. */
export const content: Area = {
  name: 'content',
  operations: [send, remove],
  async check(scene) {
    for (const owner of present(scene.everybody)) {
      const { token, userId } = owner;
      const seen = new Map<string, string>();
      for (const { id, digestMD5 } of expectBody(
        await scene.api.get(`/v1/users/${userId}/blobs`, { token }),
      )) {
        const known = scene.contents.get(digestMD5);
        if (known?.owner !== owner) throw new Contradiction(`Nobody has sent the content ${id}`);
        if (seen.has(digestMD5)) throw new Contradiction(`${known.text.name} is there twice`);
        known.id = id;
        const answer = await scene.api.get(`/v1/blobs/${id}/content`, { token });
        if (answer.status !== 200)
          throw new Contradiction(`${known.text.name} is answered with ${answer.status}`);
        seen.set(digestMD5, answer.text);
      }
      for (const [digest, { owner: whose, text }] of scene.contents)
        if (whose === owner) text.settle(seen.get(digest));
    }
  },
  afterDeletion: (scene, actor) =>
    [...scene.contents.values()]
      .filter(({ owner }) => owner === actor)
      .map(({ text }) => change(text, undefined)),
};
