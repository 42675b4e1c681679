import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction } from '../register';
import { present, type Actor, type Scene } from '../scene';

const rename: Operation = {
  name: 'write a profile',
  weight: 2,
  attempt(scene, dice) {
    const owner = dice.oneOf(present(scene.everybody));
    const caller = dice.onceIn(4) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller) return undefined;
    const fullName = `${owner.name} ${scene.number()}`;
    return {
      what: `${caller.name} calls ${owner.name} "${fullName}"`,
      isAllowed: caller === owner,
      dependsOn: [caller.exists, owner.exists],
      send: () =>
        scene.api.put(`/metadata/${owner.userId}/profile`, { token: caller.token, body: { fullName } }),
      changes: [change(scene.profiles.get(owner.userId), { fullName })],
    };
  },
};

/** Creates the operation that deletes an account with all its data. */
const deleting = (afterDeletion: (scene: Scene, actor: Actor) => ReturnType<typeof change>[]): Operation => ({
  name: 'delete an account',
  attempt(scene, dice) {
    const person = dice.oneOf(present(scene.people));
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : person;
    // Some must be left for the other operations.
    if (!person || !caller || !dice.onceIn(2) || present(scene.people).length < 3) return undefined;
    const { password } = caller;
    return {
      what: `${caller.name} deletes the account of ${person.name}`,
      isAllowed: caller === person,
      dependsOn: [caller.exists, scene.passwords.get(caller.name)],
      send: () =>
        scene.api.delete(`/auth/user/${person.userId}`, { token: caller.token, body: { password } }),
      changes: [
        change(person.exists, undefined),
        change(scene.profiles.get(person.userId), undefined),
        ...afterDeletion(scene, person),
      ],
    };
  },
});

/** Checks that deleted accounts cannot log in, and that their data cannot be read. */
async function checkGone(scene: Scene, { name, token, userId }: Actor): Promise<void> {
  const own = await scene.api.get('/auth/user', { token });
  if (own.status !== 401) throw new Contradiction(`${name} is gone and still gets in: ${own.status}`);
  const asServer = { token: scene.serverToken };
  const readings = await scene.api.get(`/data/${userId}`, asServer);
  if (readings.status !== 200 || readings.text !== '[]')
    throw new Contradiction(`Data of ${name}, who is gone, can be read: ${readings.status} ${readings.text}`);
  for (const path of [`/metadata/${userId}/profile`, `/auth/user/${userId}`]) {
    const { status, text } = await scene.api.get(path, asServer);
    if (status !== 404) throw new Contradiction(`${path} of ${name}, who is gone, is ${status}: ${text}`);
  }
}

/** Accounts and their profiles; other areas define what is deleted with an account. */
export const accounts = (others: readonly Area[]): Area => ({
  name: 'accounts',
  operations: [
    rename,
    deleting((scene, actor) => others.flatMap(({ afterDeletion }) => afterDeletion?.(scene, actor) ?? [])),
  ],
  async check(scene) {
    const asServer = { token: scene.serverToken };
    for (const actor of scene.everybody) {
      const wasOpen = !actor.exists.isSettled;
      if (wasOpen || actor.exists.isThere) {
        const { status } = await scene.api.get(`/auth/user/${actor.userId}`, asServer);
        if (status !== 200 && status !== 404)
          throw new Contradiction(`${actor.name} is answered with ${status}`);
        actor.exists.settle(status === 200 ? true : undefined);
      }
      if (!actor.exists.isThere) await checkGone(scene, actor);
    }
    for (const actor of present(scene.everybody)) {
      const answer = await scene.api.get(`/metadata/${actor.userId}/profile`, { token: actor.token });
      scene.profiles.get(actor.userId).settle(answer.status === 404 ? undefined : expectBody(answer));
    }
  },
});
