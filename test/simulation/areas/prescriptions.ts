import { sealed, wholeAttributes } from '../../support/prescriptions';
import type { Dice } from '../dice';
import { change, type Area, type Change, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction, Register } from '../register';
import { present, type Actor, type Prescription, type Scene } from '../scene';

const birthday = '1990-05-06';

/** States that a revision can lead to, and states that follow without one. */
const nextStates: Readonly<Record<string, readonly string[]>> = {
  draft: ['draft', 'pending', 'submitted'],
  pending: ['pending', 'submitted'],
};
const writtenStates = ['draft', 'pending', 'submitted', 'submitted'];

const prescriptionPath = ({ clinic }: Scene, { id }: Prescription): string =>
  `${clinic.path}/prescriptions/${id}`;

const attributes = (scene: Scene, lastName: string, state: string) =>
  wholeAttributes({
    state,
    lastName,
    firstName: `Version ${scene.number()}`,
    birthday,
    mrn: undefined,
    email: createEmail(lastName),
  });

const createEmail = (lastName: string): string => `${lastName.toLowerCase().replace(' ', '-')}@example.org`;

/** Whether a member of the clinic may write a revision with this state: only prescribers may submit. */
function mayWrite(scene: Scene, { name }: Actor, state: string): boolean {
  const roles = scene.clinicians.get(name).now;
  return roles !== undefined && (state !== 'submitted' || roles.includes('PRESCRIBER'));
}

/** An account that tries an action of clinic members: usually one of them. */
function colleague(scene: Scene, dice: Dice): Actor | undefined {
  const caller = dice.oneOf(
    present(scene.everybody).filter(({ name }) => dice.onceIn(4) || scene.clinicians.there().includes(name)),
  );
  return caller && scene.clinicians.get(caller.name).isSettled ? caller : undefined;
}

/** An existing prescription in one of some states. */
function known(scene: Scene, dice: Dice, isFit: (is: NonNullable<Prescription['is']['now']>) => boolean) {
  const fit = [...scene.prescriptions].flatMap(([lastName, prescription]) => {
    const { id, is } = prescription;
    const now = is.isSettled ? is.now : undefined;
    return id !== undefined && now && isFit(now) ? [{ lastName, prescription, now }] : [];
  });
  return dice.oneOf(fit);
}

const write: Operation = {
  name: 'write a prescription',
  weight: 2,
  attempt(scene, dice) {
    const caller = colleague(scene, dice);
    const state = dice.oneOf(writtenStates) ?? 'draft';
    if (!caller) return undefined;
    const lastName = `Prescribed ${scene.number()}`;
    const said = attributes(scene, lastName, state);
    const prescription: Prescription = { is: new Register(`the prescription ${lastName}`) };
    return {
      what: `${caller.name} writes the ${state} prescription ${lastName}`,
      isAllowed: mayWrite(scene, caller, state),
      dependsOn: [caller.exists, scene.clinicians.get(caller.name)],
      send() {
        scene.prescriptions.set(lastName, prescription);
        const path = `${scene.clinic.path}/prescriptions`;
        return scene.api.post(path, { token: caller.token, body: sealed(said, caller.userId) });
      },
      changes: [change(prescription.is, { state, firstName: said.firstName, patientUserId: null })],
      learn({ body }) {
        prescription.id = body.id;
        prescription.accessCode = body.accessCode;
        if (state === 'submitted') scene.mails.push({ to: createEmail(lastName) });
      },
    };
  },
};

const revise: Operation = {
  name: 'revise a prescription',
  weight: 2,
  attempt(scene, dice) {
    const caller = colleague(scene, dice);
    const found = known(scene, dice, ({ state }) => state in nextStates || dice.onceIn(5));
    const state = dice.oneOf(writtenStates) ?? 'draft';
    if (!caller || !found) return undefined;
    const { lastName, prescription, now } = found;
    const said = attributes(scene, lastName, state);
    return {
      what: `${caller.name} makes a ${state} one of the ${now.state} prescription ${lastName}`,
      isAllowed: mayWrite(scene, caller, state) && (nextStates[now.state]?.includes(state) ?? false),
      dependsOn: [caller.exists, scene.clinicians.get(caller.name)],
      send: () =>
        scene.api.post(`${prescriptionPath(scene, prescription)}/revisions`, {
          token: caller.token,
          body: sealed(said, caller.userId),
        }),
      changes: [change(prescription.is, { ...now, state, firstName: said.firstName })],
      learn() {
        if (state === 'submitted') scene.mails.push({ to: createEmail(lastName) });
      },
    };
  },
};

const remove: Operation = {
  name: 'delete a prescription',
  attempt(scene, dice) {
    const caller = colleague(scene, dice);
    const found = known(scene, dice, ({ state }) => state === 'draft' || dice.onceIn(3));
    if (!caller || !found) return undefined;
    const { lastName, prescription, now } = found;
    return {
      what: `${caller.name} deletes the ${now.state} prescription ${lastName}`,
      isAllowed: scene.clinicians.get(caller.name).isThere && now.state === 'draft',
      dependsOn: [caller.exists, scene.clinicians.get(caller.name)],
      send: () => scene.api.delete(prescriptionPath(scene, prescription), { token: caller.token }),
      changes: [change(prescription.is, undefined)],
    };
  },
};

/** A person who claims a prescription becomes a patient of the clinic. */
function admission(scene: Scene, { userId }: Actor, fullName: string): Change[] {
  const patient = scene.patients.get(userId);
  if (patient.isThere) return [];
  const name = scene.profiles.get(userId).now?.fullName ?? fullName;
  return [change(patient, { fullName: name, mrn: null, permissions: ['note', 'view'] })];
}

const claim: Operation = {
  name: 'claim a prescription',
  weight: 3,
  attempt(scene, dice) {
    const patient = dice.oneOf(present(scene.people));
    const caller = dice.onceIn(5) ? dice.oneOf(present(scene.everybody)) : patient;
    const found = known(scene, dice, ({ state }) => state === 'submitted' || dice.onceIn(4));
    const isRight = !dice.onceIn(5);
    if (!patient || !caller || found?.prescription.accessCode === undefined) return undefined;
    const dependsOn = [scene.patients.get(patient.userId), scene.profiles.get(patient.userId)];
    if (!dependsOn.every(({ isSettled }) => isSettled)) return undefined;
    const { lastName, prescription, now } = found;
    const { accessCode } = prescription;
    return {
      what: `${caller.name} claims the ${now.state} prescription ${lastName} for ${patient.name} with the ${isRight ? 'right' : 'wrong'} birthday`,
      isAllowed: caller === patient && now.state === 'submitted' && isRight,
      dependsOn: [caller.exists, patient.exists, ...dependsOn],
      send: () =>
        scene.api.post(`/v1/patients/${patient.userId}/prescriptions`, {
          token: caller.token,
          body: { accessCode, birthday: isRight ? birthday : '1991-05-06' },
        }),
      changes: [
        change(prescription.is, { ...now, state: 'claimed', patientUserId: patient.userId }),
        ...admission(scene, patient, `${now.firstName} ${lastName}`),
      ],
    };
  },
};

const activate: Operation = {
  name: 'activate a prescription',
  weight: 2,
  attempt(scene, dice) {
    const patient = dice.oneOf(present(scene.people));
    const caller = dice.onceIn(5) ? dice.oneOf(present(scene.everybody)) : patient;
    const isTheirs = ({ patientUserId }: { patientUserId: string | null }) =>
      patientUserId === patient?.userId;
    const found = known(scene, dice, (now) => isTheirs(now) && (now.state === 'claimed' || dice.onceIn(3)));
    if (!patient || !caller || !found) return undefined;
    const { lastName, prescription, now } = found;
    const all = [...scene.prescriptions.values()].map(({ is }) => is);
    // The pending one may be the active one.
    if (!all.every(({ isSettled }) => isSettled)) return undefined;
    const active = all.filter(({ now: each }) => each && isTheirs(each) && each.state === 'active');
    return {
      what: `${caller.name} makes the ${now.state} prescription ${lastName} the active one of ${patient.name}`,
      isAllowed: caller === patient && now.state === 'claimed',
      dependsOn: [caller.exists, patient.exists, ...all],
      send: () =>
        scene.api.patch(`/v1/patients/${patient.userId}/prescriptions/${prescription.id}`, {
          token: caller.token,
          body: { state: 'active' },
        }),
      changes: [
        change(prescription.is, { ...now, state: 'active' }),
        ...active.map((is) => change(is as Register, { ...is.now, state: 'inactive' })),
      ],
    };
  },
};

/** The clinic's prescriptions, as its administrator reads them. */
async function checkWritten(scene: Scene): Promise<void> {
  const path = `${scene.clinic.path}/prescriptions?size=1000`;
  const list = expectBody(await scene.api.get(path, { token: scene.administrator.token }));
  const seen = new Set<string>();
  for (const { id, accessCode, state, patientUserId = null, latestRevision } of list) {
    const { lastName, firstName } = latestRevision.attributes;
    const prescription = scene.prescriptions.get(lastName);
    if (!prescription) throw new Contradiction(`Nobody has written the prescription ${lastName}`);
    if (seen.has(lastName)) throw new Contradiction(`The prescription ${lastName} is there twice`);
    seen.add(lastName);
    Object.assign(prescription, { id, accessCode });
    prescription.is.settle({ state, firstName, patientUserId });
  }
  for (const [lastName, { is }] of scene.prescriptions) if (!seen.has(lastName)) is.settle(undefined);
}

/** Claimed prescriptions, as each patient sees them: without the code. */
async function checkClaimed(scene: Scene, { name, token, userId }: Actor): Promise<void> {
  const list = expectBody(await scene.api.get(`/v1/patients/${userId}/prescriptions?size=1000`, { token }));
  const seen = new Map<string, string>();
  for (const { accessCode, state, latestRevision } of list) {
    const { lastName } = latestRevision.attributes;
    if (accessCode !== undefined) throw new Contradiction(`${name} is told the code of ${lastName}`);
    seen.set(lastName, state);
  }
  const theirs = [...scene.prescriptions].filter(([, { is }]) => is.now?.patientUserId === userId);
  const isSame = theirs.every(([lastName, { is }]) => seen.get(lastName) === is.now?.state);
  if (!isSame || seen.size !== theirs.length || list.length !== seen.size)
    throw new Contradiction(
      `${name} has claimed ${theirs.map(([each]) => each).join()}, and sees ${[...seen].join()}`,
    );
}

/** Prescriptions of the clinic, and who claimed them. They outlive their patients. */
export const prescriptions: Area = {
  name: 'prescriptions',
  operations: [write, revise, remove, claim, activate],
  async check(scene) {
    await checkWritten(scene);
    for (const patient of present(scene.everybody)) await checkClaimed(scene, patient);
  },
};
