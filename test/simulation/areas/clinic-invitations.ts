import { permissionSet } from '../../support/shares';
import type { Json } from '../../support/api';
import type { Dice } from '../dice';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { decisiveFor, present, type Actor, type Scene } from '../scene';

const inviteTime = 7 * 24 * 3_600_000;
const roleSets = [['CLINIC_ADMIN'], ['CLINIC_MEMBER'], ['CLINIC_MEMBER', 'PRESCRIBER']] as const;

const manages = (scene: Scene, { name }: Actor): boolean =>
  scene.clinicians.get(name).now?.includes('CLINIC_ADMIN') ?? false;

/** A caller whose place in the clinic is known: usually the administrator. */
function findCaller(scene: Scene, dice: Dice): Actor | undefined {
  const caller = dice.onceIn(4) ? dice.oneOf(present(scene.everybody)) : scene.administrator;
  return caller && scene.clinicians.get(caller.name).isSettled ? caller : undefined;
}

const inviteMember: Operation = {
  name: 'invite a member',
  attempt(scene, dice) {
    const [caller, person] = [findCaller(scene, dice), dice.oneOf(present(scene.people))];
    const roles = [...(dice.oneOf(roleSets) ?? roleSets[0])];
    if (!caller || !person) return undefined;
    const [invitation, place] = [scene.memberInvitations.get(person.name), scene.clinicians.get(person.name)];
    if (!invitation.isSettled || !place.isSettled) return undefined;
    return {
      what: `${caller.name} invites ${person.name} into the clinic as ${roles.join('+')}`,
      isAllowed: manages(scene, caller) && !invitation.isThere && !place.isThere,
      dependsOn: [scene.clinicians.get(caller.name), place, person.exists],
      send: () =>
        scene.api.post(`${scene.clinic.path}/invites/clinicians`, {
          token: caller.token,
          body: { email: person.email, roles },
        }),
      changes: [change(invitation, roles)],
      learn: () => scene.mails.push({ to: person.email, from: caller }),
    };
  },
};

/** Somebody with an open invitation into the clinic. */
function invitedMember(scene: Scene, dice: Dice): Actor | undefined {
  const name = dice.oneOf(scene.memberInvitations.there());
  return present(scene.people).find((person) => person.name === name);
}

/** The key of the invitation, as the invited person sees it. */
async function findMemberKey(scene: Scene, { userId, token }: Actor): Promise<string> {
  const [{ key }] = expectBody(await scene.api.get(`/v1/clinicians/${userId}/invites`, { token }));
  return key;
}

const answerAsMember: Operation = {
  name: 'answer an invitation into the clinic',
  weight: 2,
  attempt(scene, dice) {
    const person = invitedMember(scene, dice);
    if (!person || !scene.clinicians.get(person.name).isSettled) return undefined;
    const [invitation, place] = [scene.memberInvitations.get(person.name), scene.clinicians.get(person.name)];
    const caller = dice.onceIn(5) ? scene.stranger : person;
    const accepts = !dice.onceIn(4);
    return {
      what: `${caller.name} ${accepts ? 'accepts' : 'declines'} the invitation of ${person.name} into the clinic`,
      isAllowed: caller === person && !(accepts && place.isThere),
      dependsOn: [invitation, place, person.exists],
      async send() {
        const path = `/v1/clinicians/${person.userId}/invites/${await findMemberKey(scene, person)}`;
        const as = { token: caller.token };
        return accepts ? scene.api.put(path, as) : scene.api.delete(path, as);
      },
      changes: [change(invitation, undefined), ...(accepts ? [change(place, invitation.now)] : [])],
    };
  },
};

const cancelForMember: Operation = {
  name: 'cancel an invitation into the clinic',
  attempt(scene, dice) {
    const [caller, person] = [findCaller(scene, dice), invitedMember(scene, dice)];
    if (!caller || !person) return undefined;
    return {
      what: `${caller.name} cancels the invitation of ${person.name} into the clinic`,
      isAllowed: manages(scene, caller),
      dependsOn: [scene.clinicians.get(caller.name), person.exists],
      async send() {
        const key = await findMemberKey(scene, person);
        return scene.api.delete(`${scene.clinic.path}/invites/clinicians/${key}`, { token: caller.token });
      },
      changes: [change(scene.memberInvitations.get(person.name), undefined)],
    };
  },
};

/** The invitation of the clinic by a person; an expired one no longer exists. */
function invitationBy(scene: Scene, name: string) {
  const invitation = scene.patientInvitations.get(name);
  if ((scene.patientInvitationsExpire.get(name) ?? Infinity) <= scene.now()) invitation.set(undefined);
  return invitation;
}

const inviteClinic: Operation = {
  name: 'invite the clinic',
  weight: 2,
  attempt(scene, dice) {
    const person = dice.oneOf(present(scene.people));
    const caller = dice.onceIn(5) ? scene.stranger : person;
    if (!person || !caller) return undefined;
    const [invitation, patient] = [invitationBy(scene, person.name), scene.patients.get(person.userId)];
    if (!invitation.isSettled || !patient.isSettled) return undefined;
    const names = ['view', ...dice.someOf(['note', 'upload'])].sort();
    return {
      what: `${caller.name} invites the clinic to ${names.join('+')} the data of ${person.name}`,
      isAllowed: caller === person && !invitation.isThere && !patient.isThere,
      dependsOn: [patient, ...decisiveFor(scene, caller, person)],
      send() {
        scene.patientInvitationsExpire.set(person.name, scene.now() + inviteTime);
        return scene.api.post(`/confirm/send/invite/${person.userId}/clinic`, {
          token: caller.token,
          body: { shareCode: scene.clinic.shareCode, permissions: permissionSet(...names) },
        });
      },
      changes: [change(invitation, names)],
      learn: () => scene.mails.push({ to: scene.administrator.email, from: person }),
    };
  },
};

const openInvitations = async (scene: Scene): Promise<Json[]> =>
  expectBody(
    await scene.api.get(`${scene.clinic.path}/invites/patients`, { token: scene.administrator.token }),
  );

const answerAsClinic: Operation = {
  name: 'answer a patient',
  weight: 2,
  attempt(scene, dice) {
    const name = dice.oneOf(
      scene.patientInvitations.there().filter((each) => invitationBy(scene, each).isThere),
    );
    const person = present(scene.people).find((each) => each.name === name);
    const caller = findCaller(scene, dice);
    if (!person || !caller || !scene.patients.get(person.userId).isSettled) return undefined;
    const [invitation, patient] = [invitationBy(scene, person.name), scene.patients.get(person.userId)];
    const accepts = !dice.onceIn(4);
    const fullName = `Patient ${scene.number()}`;
    const taken = { fullName, mrn: null, permissions: invitation.now ?? [] };
    return {
      what: `${caller.name} ${accepts ? 'accepts' : 'declines'} ${person.name} as a patient`,
      isAllowed: scene.clinicians.get(caller.name).isThere || (!accepts && caller === person),
      dependsOn: [scene.clinicians.get(caller.name), patient, person.exists],
      async send() {
        const { key } =
          (await openInvitations(scene)).find(({ creatorId }) => creatorId === person.userId) ?? {};
        const [path, token] = [`${scene.clinic.path}/invites/patients/${key}`, caller.token];
        return accepts
          ? scene.api.put(path, { token, body: { fullName, birthDate: '1990-05-06' } })
          : scene.api.delete(path, { token });
      },
      changes: [
        change(invitation, undefined),
        // The rules for somebody who has become a patient in the meantime: everything stays.
        ...(accepts && !patient.isThere ? [change(patient, taken)] : []),
      ],
    };
  },
};

/** Invitations between the clinic and people: members, and patients. */
export const clinicInvitations: Area = {
  name: 'clinic invitations',
  operations: [inviteMember, answerAsMember, cancelForMember, inviteClinic, answerAsClinic],
  async check(scene) {
    const asServer = { token: scene.serverToken };
    const invited = new Map<string, string[]>();
    const clinicians = expectBody(
      await scene.api.get(`${scene.clinic.path}/clinicians?limit=1000`, asServer),
    ) as Json[];
    for (const { inviteId, email, roles } of clinicians.filter((each) => each.inviteId))
      invited.set(scene.everybody.find((actor) => actor.email === email)?.name ?? inviteId, roles);
    scene.memberInvitations.settle(invited);

    const inviting = new Map<string, string[]>();
    for (const { creatorId, context } of await openInvitations(scene))
      inviting.set(
        scene.everybody.find(({ userId }) => userId === creatorId)?.name ?? creatorId,
        Object.keys(context).sort(),
      );
    for (const name of scene.patientInvitations.names()) invitationBy(scene, name);
    scene.patientInvitations.settle(inviting);
  },
  afterDeletion: (scene, { name }) => [
    change(scene.memberInvitations.get(name), undefined),
    change(scene.patientInvitations.get(name), undefined),
  ],
};
