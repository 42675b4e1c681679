import { dataDonation, newConsent } from '../../support/consents';
import type { Dice } from '../dice';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction } from '../register';
import { present, type Actor, type Scene } from '../scene';

const study = 'ripple';

/** Existing versions. */
const versions: Readonly<Record<string, readonly number[]>> = { [dataDonation]: [1, 2], [study]: [1] };
const types = Object.keys(versions);

/** From this version on, ending a donation also ends the study. */
const firstWithStudy = 2;
const organizations = ['Beyond Type 1', 'DiabetesSisters', 'T1D Exchange'];

const findRegister = (scene: Scene, { name }: Actor, type: string) => scene.consents.get(`${name} ${type}`);

const record = (version: number, status: 'active' | 'revoked', supported: readonly string[] = []): string =>
  [version, status, ...supported].join(' ');

const isActive = (each: string): boolean => each.split(' ')[1] === 'active';
const activeOf = (records: readonly string[] = []): string | undefined => records.find(isActive);
const parseVersion = (each: string): number => Number(each.split(' ')[0]);

/** The records after revoking the active one. */
const ended = (records: readonly string[] = []): string[] =>
  records.map((each) => each.replace(' active', ' revoked')).sort();

/** A consent, and an account that tries to change it: only its owner may. */
function withConsent(scene: Scene, dice: Dice) {
  const owner = dice.oneOf(present(scene.everybody));
  const caller = dice.onceIn(4) ? dice.oneOf(present(scene.everybody)) : owner;
  const type = dice.oneOf(types);
  if (!owner || !caller || type === undefined) return undefined;
  const register = findRegister(scene, owner, type);
  if (!register.isSettled) return undefined;
  return { owner, caller, type, register, path: `/v1/users/${owner.userId}/consents` };
}

const grant: Operation = {
  name: 'grant a consent',
  weight: 2,
  attempt(scene, dice) {
    const found = withConsent(scene, dice);
    if (!found) return undefined;
    const { owner, caller, type, register, path } = found;
    const version = dice.oneOf(versions[type] ?? []) ?? 1;
    const active = activeOf(register.now);
    return {
      what: `${caller.name} agrees to ${type} ${version} for ${owner.name}`,
      isAllowed: caller === owner && (active === undefined || parseVersion(active) < version),
      dependsOn: [caller.exists, owner.exists],
      send: () => scene.api.post(path, { token: caller.token, body: newConsent({ type, version }) }),
      changes: [change(register, [...ended(register.now), record(version, 'active')].sort())],
      learn({ body }) {
        scene.activeConsents.set(register.name, body.id);
        scene.mails.push({ to: owner.email });
      },
    };
  },
};

/** `withConsent` for an active one. */
function withActive(scene: Scene, dice: Dice) {
  const found = withConsent(scene, dice);
  const active = activeOf(found?.register.now);
  const id = found && scene.activeConsents.get(found.register.name);
  if (!found || active === undefined || id === undefined) return undefined;
  const { path, ...rest } = found;
  return { ...rest, active, version: parseVersion(active), path: `${path}/${id}` };
}

const support: Operation = {
  name: 'support organizations',
  attempt(scene, dice) {
    const found = withActive(scene, dice);
    if (!found) return undefined;
    const { owner, caller, type, register, version, path } = found;
    const supported = dice.someOf(organizations);
    const others = (register.now ?? []).filter((each) => !isActive(each));
    return {
      what: `${caller.name} has ${type} of ${owner.name} support ${supported.join(', ') || 'nobody'}`,
      isAllowed: caller === owner && (type === dataDonation || supported.length === 0),
      dependsOn: [caller.exists, owner.exists],
      send: () =>
        scene.api.patch(path, {
          token: caller.token,
          body: { metadata: { supportedOrganizations: supported } },
        }),
      changes: [change(register, [...others, record(version, 'active', supported)].sort())],
    };
  },
};

const revoke: Operation = {
  name: 'end a consent',
  attempt(scene, dice) {
    const found = withActive(scene, dice);
    if (!found) return undefined;
    const { owner, caller, type, register, version, path } = found;
    const ofStudy = findRegister(scene, owner, study);
    if (!ofStudy.isSettled) return undefined;
    const endsStudy =
      type === dataDonation && version >= firstWithStudy && activeOf(ofStudy.now) !== undefined;
    return {
      what: `${caller.name} ends ${type} of ${owner.name}`,
      isAllowed: caller === owner,
      dependsOn: [caller.exists, owner.exists, ofStudy],
      send: () => scene.api.delete(path, { token: caller.token }),
      changes: [
        change(register, ended(register.now)),
        ...(endsStudy ? [change(ofStudy, ended(ofStudy.now))] : []),
      ],
      learn() {
        const mail = { to: owner.email };
        scene.mails.push(...(endsStudy ? [mail, mail] : [mail]));
      },
    };
  },
};

/** Consents of people. */
export const consents: Area = {
  name: 'consents',
  operations: [grant, support, revoke],
  async check(scene) {
    const seen = new Map<string, string[]>();
    for (const owner of present(scene.everybody)) {
      const path = `/v1/users/${owner.userId}/consents?latest=false&size=1000`;
      const { data, count } = expectBody(await scene.api.get(path, { token: owner.token }));
      if (count !== data.length)
        throw new Contradiction(`${owner.name} has ${count} consents and sees ${data.length}`);
      for (const { id, type, version, status, metadata } of data) {
        const { name } = findRegister(scene, owner, type);
        if (status === 'active') scene.activeConsents.set(name, id);
        const list = seen.get(`${owner.name} ${type}`) ?? [];
        seen.set(
          `${owner.name} ${type}`,
          [...list, record(version, status, metadata?.supportedOrganizations)].sort(),
        );
      }
    }
    scene.consents.settle(seen);
  },
  afterDeletion: (scene, actor) => types.map((type) => change(findRegister(scene, actor, type), undefined)),
};
