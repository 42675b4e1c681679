import { randomUUID } from 'node:crypto';
import { newMessage } from '../../support/messages';
import type { Dice } from '../dice';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction, Register } from '../register';
import { decisiveFor, held, isDecided, present, type Note, type Scene } from '../scene';

const write: Operation = {
  name: 'write a note',
  weight: 3,
  attempt(scene, dice) {
    const owner = dice.oneOf(present([...scene.people, scene.stranger]));
    const caller = dice.onceIn(2) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller || !isDecided(scene, caller, owner)) return undefined;
    const guid = randomUUID();
    const text = `note ${scene.number()} of ${owner.name}`;
    const message = newMessage({ guid, messagetext: text });
    const note: Note = { owner, text: new Register(text) };
    return {
      what: `${caller.name} writes ${text}`,
      isAllowed: held(scene, caller, owner).has('note'),
      isRepeatable: true,
      dependsOn: decisiveFor(scene, caller, owner),
      send() {
        scene.notes.set(guid, note);
        return scene.api.post(`/message/send/${owner.userId}`, { token: caller.token, body: { message } });
      },
      changes: [change(note.text, text)],
      learn: ({ body }) => {
        note.id = body.id;
      },
    };
  },
};

/** An existing message, and an account that does something with it. */
function withNote(scene: Scene, dice: Dice) {
  const there = [...scene.notes.values()].filter(
    ({ id, owner, text }) =>
      id !== undefined && text.isSettled && text.isThere && present([owner]).length > 0,
  );
  const note = dice.oneOf(there);
  const caller = dice.onceIn(2) ? dice.oneOf(present(scene.everybody)) : note?.owner;
  if (!note || !caller || !isDecided(scene, caller, note.owner)) return undefined;
  const { owner } = note;
  return {
    note,
    caller,
    isAllowed: held(scene, caller, owner).has('note'),
    dependsOn: decisiveFor(scene, caller, owner),
  };
}

const edit: Operation = {
  name: 'edit a note',
  attempt(scene, dice) {
    const found = withNote(scene, dice);
    if (!found) return undefined;
    const { note, caller, ...rest } = found;
    const text = `edited ${scene.number()}`;
    return {
      ...rest,
      what: `${caller.name} makes "${text}" of ${note.text.name}`,
      send: () =>
        scene.api.put(`/message/edit/${note.id}`, {
          token: caller.token,
          body: { message: { messagetext: text } },
        }),
      changes: [change(note.text, text)],
    };
  },
};

const remove: Operation = {
  name: 'remove a note',
  attempt(scene, dice) {
    const found = withNote(scene, dice);
    if (!found) return undefined;
    const { note, caller, ...rest } = found;
    return {
      ...rest,
      what: `${caller.name} removes ${note.text.name}`,
      send: () => scene.api.delete(`/message/remove/${note.id}`, { token: caller.token }),
      changes: [change(note.text, undefined)],
    };
  },
};

/** Messages in accounts. */
export const notes: Area = {
  name: 'notes',
  operations: [write, edit, remove],
  async check(scene) {
    for (const owner of present(scene.everybody)) {
      const { token, userId } = owner;
      const { messages } = expectBody(await scene.api.get(`/message/all/${userId}`, { token }));
      const seen = new Map<string, string>();
      for (const { guid, id, messagetext } of messages) {
        const note = scene.notes.get(guid);
        if (note?.owner !== owner) throw new Contradiction(`Nobody has written "${messagetext}"`);
        if (seen.has(guid)) throw new Contradiction(`"${messagetext}" is there twice`);
        seen.set(guid, messagetext);
        note.id = id;
      }
      for (const [guid, note] of scene.notes) if (note.owner === owner) note.text.settle(seen.get(guid));
    }
  },
  afterDeletion: (scene, actor) =>
    [...scene.notes.values()]
      .filter(({ owner }) => owner === actor)
      .map(({ text }) => change(text, undefined)),
};
