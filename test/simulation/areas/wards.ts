import { permissionSet } from '../../support/shares';
import type { Dice } from '../dice';
import { change, type Area, type Change, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction, Register } from '../register';
import { present, type Actor, type Scene, type Ward } from '../scene';

const custody = ['custodian', 'upload', 'view'];
const shareable = ['view', 'upload', 'note'];

const open: Operation = {
  name: 'open an account for somebody else',
  attempt(scene, dice) {
    const custodian = dice.oneOf(present(scene.everybody));
    const caller = dice.onceIn(4) ? dice.oneOf(present(scene.everybody)) : custodian;
    if (!custodian || !caller) return undefined;
    const email = `ward-${scene.number()}-of-${custodian.userId}@example.org`;
    const ward: Ward = { is: new Register(`the ward ${email}`) };
    return {
      what: `${caller.name} opens the account of ${email} for ${custodian.name} to manage`,
      isAllowed: caller === custodian,
      dependsOn: [caller.exists, custodian.exists],
      send() {
        scene.wards.set(email, ward);
        const body = { username: email, emails: [email] };
        return scene.api.post(`/auth/user/${custodian.userId}/user`, { token: caller.token, body });
      },
      changes: [change(ward.is, { fullName: null, holders: { [custodian.name]: custody } })],
      learn: ({ body }) => {
        ward.id = body.userid;
      },
    };
  },
};

/** An existing ward, and an account that does something with it: usually its custodian. */
function withWard(scene: Scene, dice: Dice) {
  const there = [...scene.wards].flatMap(([email, { id, is }]) => {
    const now = is.isSettled ? is.now : undefined;
    return id !== undefined && now ? [{ email, id, is, now }] : [];
  });
  const ward = dice.oneOf(there);
  const manages = ({ name }: Actor) => ward?.now.holders[name]?.includes('custodian') ?? false;
  const callers = present(scene.everybody).filter((actor) => dice.onceIn(5) || manages(actor));
  const caller = dice.oneOf(callers);
  return ward && caller && { ...ward, caller, isAllowed: manages(caller), dependsOn: [caller.exists] };
}

const name: Operation = {
  name: 'name a ward',
  attempt(scene, dice) {
    const found = withWard(scene, dice);
    if (!found) return undefined;
    const { email, id, is, now, caller, ...rest } = found;
    const fullName = `Ward ${scene.number()}`;
    return {
      ...rest,
      what: `${caller.name} calls ${email} "${fullName}"`,
      send: () => scene.api.put(`/metadata/${id}/profile`, { token: caller.token, body: { fullName } }),
      changes: [change(is, { ...now, fullName })],
    };
  },
};

const share: Operation = {
  name: 'share what is of a ward',
  attempt(scene, dice) {
    const found = withWard(scene, dice);
    const names = dice.someOf(shareable).sort();
    const grantee = dice.oneOf(
      present(scene.people).filter((person) => !found?.now.holders[person.name]?.includes('custodian')),
    );
    if (!found || !grantee) return undefined;
    const { email, id, is, now, caller, ...rest } = found;
    const { [grantee.name]: held, ...others } = now.holders;
    return {
      ...rest,
      what: `${caller.name} shares ${names.join('+') || 'nothing'} of ${email} with ${grantee.name}`,
      isAllowed: rest.isAllowed || (caller === grantee && names.length === 0),
      dependsOn: [...rest.dependsOn, grantee.exists],
      send: () =>
        scene.api.post(`/access/${id}/${grantee.userId}`, {
          token: caller.token,
          body: permissionSet(...names),
        }),
      changes: [
        change(is, { ...now, holders: names.length > 0 ? { ...others, [grantee.name]: names } : others }),
      ],
    };
  },
};

const remove: Operation = {
  name: 'delete the account of a ward',
  attempt(scene, dice) {
    const found = withWard(scene, dice);
    if (!found || !dice.onceIn(2)) return undefined;
    const { email, id, is, now: _now, caller, ...rest } = found;
    return {
      ...rest,
      what: `${caller.name} deletes the account of ${email}`,
      send: () => scene.api.delete(`/auth/user/${id}`, { token: caller.token }),
      changes: [change(is, undefined)],
    };
  },
};

type Known = NonNullable<Ward['is']['now']>;

/** A ward as a server sees it; undefined if no account has the address. */
async function readWard(scene: Scene, email: string, ward: Ward): Promise<Known | undefined> {
  const asServer = { token: scene.serverToken };
  const account = await scene.api.get(`/auth/user/${email}`, asServer);
  if (account.status === 404) return undefined;
  const { userid: id } = expectBody(account);
  ward.id = id;
  const profile = await scene.api.get(`/metadata/${id}/profile`, asServer);
  const { [id]: _itself, ...sets } = expectBody(await scene.api.get(`/access/${id}`, asServer));
  const holders = Object.entries<object>(sets).map(([userId, set]) => {
    const holder = scene.everybody.find((actor) => actor.userId === userId);
    return [holder?.name ?? userId, Object.keys(set).sort()] as const;
  });
  return {
    fullName: profile.status === 404 ? null : expectBody(profile).fullName,
    holders: Object.fromEntries(holders),
  };
}

/** Only accounts with permissions on a ward see it. */
async function checkHolders(scene: Scene, email: string, { id, is }: Ward): Promise<void> {
  for (const { name: viewer, token } of present(scene.everybody)) {
    const held = is.now?.holders[viewer] ?? [];
    const views: [path: string, isSeen: boolean][] = [
      [`/data/${id}`, held.includes('view')],
      [`/message/all/${id}`, held.includes('note')],
      [`/auth/user/${id}`, held.includes('custodian')],
    ];
    for (const [path, isSeen] of views) {
      const { status } = await scene.api.get(path, { token });
      // Accounts without messages get 404.
      if (isSeen ? status !== 200 && status !== 404 : ![401, 403].includes(status))
        throw new Contradiction(
          `${viewer} ${isSeen ? 'may' : 'may not'} see ${path} of ${email}, and is answered ${status}`,
        );
    }
  }
}

/** Custodial accounts. They outlive their custodians. */
export const wards: Area = {
  name: 'wards',
  operations: [open, name, share, remove],
  async check(scene) {
    for (const [email, ward] of scene.wards) {
      ward.is.settle(await readWard(scene, email, ward));
      if (ward.is.isThere) await checkHolders(scene, email, ward);
    }
  },
  afterDeletion: ({ wards: all }, actor) =>
    [...all.values()].flatMap(({ is }): Change[] => {
      const now = is.isSettled ? is.now : undefined;
      if (!now?.holders[actor.name]) return [];
      const { [actor.name]: _held, ...holders } = now.holders;
      return [change(is, { ...now, holders })];
    }),
};
