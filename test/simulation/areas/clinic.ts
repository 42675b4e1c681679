import { permissionSet } from '../../support/shares';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction } from '../register';
import { decisiveFor, isDecided, permissions, present, type Scene } from '../scene';

const birthDate = '1990-05-06';
const sets = [['CLINIC_ADMIN'], ['CLINIC_MEMBER'], ['CLINIC_MEMBER', 'PRESCRIBER']] as const;

const works = (scene: Scene, name: string): boolean => scene.clinicians.get(name).isThere;
const manages = (scene: Scene, name: string): boolean =>
  scene.clinicians.get(name).now?.includes('CLINIC_ADMIN') ?? false;

const takeIn: Operation = {
  name: 'take somebody in',
  weight: 2,
  attempt(scene, dice) {
    const person = dice.oneOf(present(scene.people));
    const roles = [...(dice.oneOf(sets) ?? sets[0])];
    if (!person || !scene.clinicians.get(person.name).isSettled || works(scene, person.name))
      return undefined;
    const invitation = scene.memberInvitations.get(person.name);
    if (!invitation.isSettled || invitation.isThere) return undefined;
    const byServer = !dice.onceIn(4);
    return {
      what: `${byServer ? 'A server' : person.name} takes ${person.name} into the clinic as ${roles.join('+')}`,
      isAllowed: byServer,
      send: () =>
        scene.api.post(`${scene.clinic.path}/clinicians`, {
          token: byServer ? scene.serverToken : person.token,
          body: { id: person.userId, email: person.email, roles },
        }),
      dependsOn: [invitation],
      changes: [change(scene.clinicians.get(person.name), roles)],
    };
  },
};

const dismiss: Operation = {
  name: 'dismiss somebody',
  attempt(scene, dice) {
    const name = dice.oneOf(scene.clinicians.there().filter((each) => each !== scene.administrator.name));
    const person = present(scene.people).find((each) => each.name === name);
    const caller = dice.oneOf(present(scene.everybody));
    if (!person || !caller || !scene.clinicians.get(caller.name).isSettled) return undefined;
    return {
      what: `${caller.name} dismisses ${person.name} from the clinic`,
      isAllowed: manages(scene, caller.name) || caller === person,
      dependsOn: [scene.clinicians.get(caller.name)],
      send: () =>
        scene.api.delete(`${scene.clinic.path}/clinicians/${person.userId}`, { token: caller.token }),
      changes: [change(scene.clinicians.get(person.name), undefined)],
    };
  },
};

const addPatient: Operation = {
  name: 'add a patient',
  weight: 2,
  attempt(scene, dice) {
    const person = dice.oneOf(present(scene.people));
    const caller = dice.onceIn(4) ? scene.administrator : undefined;
    if (!person) return undefined;
    const patient = scene.patients.get(person.userId);
    if (!patient.isSettled || patient.isThere) return undefined;
    const names = [...new Set(['view', ...dice.someOf(permissions)])]
      .filter((each) => each !== 'follow')
      .sort();
    const value = { fullName: `Patient ${scene.number()}`, mrn: null, permissions: names };
    return {
      what: `${caller?.name ?? 'A server'} makes ${person.name} a patient who lets the clinic ${names.join('+')}`,
      isAllowed: !caller,
      dependsOn: [person.exists],
      send: () =>
        scene.api.post(`${scene.clinic.path}/patients/${person.userId}`, {
          token: caller?.token ?? scene.serverToken,
          body: { permissions: permissionSet(...names), fullName: value.fullName },
        }),
      changes: [change(patient, value)],
    };
  },
};

const changePatient: Operation = {
  name: 'change a patient',
  weight: 2,
  attempt(scene, dice) {
    const userId = dice.oneOf(scene.patients.there());
    const caller = dice.oneOf(present(scene.everybody));
    if (userId === undefined || !caller || !scene.clinicians.get(caller.name).isSettled) return undefined;
    const patient = scene.patients.get(userId);
    const before = patient.now;
    if (!before) return undefined;
    const mrn = `mrn-${scene.number()}`;
    return {
      what: `${caller.name} gives ${before.fullName} the number ${mrn}`,
      isAllowed: works(scene, caller.name),
      dependsOn: [scene.clinicians.get(caller.name)],
      send: () =>
        scene.api.put(`${scene.clinic.path}/patients/${userId}`, {
          token: caller.token,
          body: { fullName: before.fullName, birthDate, mrn },
        }),
      changes: [change(patient, { ...before, mrn })],
    };
  },
};

const changePermissions: Operation = {
  name: 'change what the clinic may do',
  attempt(scene, dice) {
    const person = dice.oneOf(present(scene.people));
    const caller = dice.onceIn(4) ? scene.administrator : person;
    if (!person || !caller || !isDecided(scene, caller, person)) return undefined;
    const patient = scene.patients.get(person.userId);
    const before = patient.now;
    if (!before) return undefined;
    const names = ['view', ...dice.someOf(['note', 'upload'])].sort();
    return {
      what: `${caller.name} lets the clinic ${names.join('+')} the data of ${person.name}`,
      isAllowed: caller === person,
      dependsOn: decisiveFor(scene, caller, person),
      send: () =>
        scene.api.put(`${scene.clinic.path}/patients/${person.userId}/permissions`, {
          token: caller.token,
          body: permissionSet(...names),
        }),
      changes: [change(patient, { ...before, permissions: names })],
    };
  },
};

const leave: Operation = {
  name: 'leave the clinic',
  attempt(scene, dice) {
    const person = dice.oneOf(present(scene.people));
    const caller = dice.onceIn(2) ? dice.oneOf(present(scene.everybody)) : person;
    if (!person || !caller || !isDecided(scene, caller, person)) return undefined;
    const patient = scene.patients.get(person.userId);
    if (!patient.isThere) return undefined;
    return {
      what: `${caller.name} removes the patient ${person.name}`,
      isAllowed: caller === person || manages(scene, caller.name),
      dependsOn: decisiveFor(scene, caller, person),
      send: () => scene.api.delete(`${scene.clinic.path}/patients/${person.userId}`, { token: caller.token }),
      changes: [change(patient, undefined)],
    };
  },
};

/** A clinic, its members and its patients. */
export const clinic: Area = {
  name: 'clinic',
  operations: [takeIn, dismiss, addPatient, changePatient, changePermissions, leave],
  async check(scene) {
    const asServer = { token: scene.serverToken };
    const { path } = scene.clinic;
    const clinicians = new Map<string, string[]>();
    for (const { id, inviteId, roles: held } of expectBody(
      await scene.api.get(`${path}/clinicians?limit=1000`, asServer),
    )) {
      // Whoever is invited is in the list, too.
      if (inviteId) continue;
      clinicians.set(scene.everybody.find(({ userId }) => userId === id)?.name ?? id, held.sort());
    }
    scene.clinicians.settle(clinicians);

    const { data, meta } = expectBody(await scene.api.get(`${path}/patients?limit=1000`, asServer));
    const seen = new Map(
      data.map(({ id, fullName, mrn, permissions: set }: Record<string, string | object>) => [
        id,
        { fullName, mrn: mrn ?? null, permissions: Object.keys(set ?? {}).sort() },
      ]),
    );
    scene.patients.settle(seen as Parameters<typeof scene.patients.settle>[0]);
    const { total } = expectBody(await scene.api.get(`${path}/patient_count`, asServer));
    if (total !== seen.size || meta.count !== seen.size || data.length !== seen.size)
      throw new Contradiction(
        `The clinic counts ${total} and lists ${meta.count} patients, but there are ${seen.size}`,
      );
  },
  afterDeletion: (scene, { name, userId }) => [
    change(scene.clinicians.get(name), undefined),
    change(scene.patients.get(userId), undefined),
  ],
};
