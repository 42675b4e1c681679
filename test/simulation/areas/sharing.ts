import { permissionSet } from '../../support/shares';
import type { Dice } from '../dice';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { toPairName, permissions, present, type Actor, type Permission, type Scene } from '../scene';

const inviteTime = 7 * 24 * 3_600_000;

const sorted = (names: Iterable<string>) => [...new Set(names)].sort() as Permission[];

/** Two people who can share with each other. */
function pair(scene: Scene, dice: Dice): [Actor, Actor] | undefined {
  const sharer = dice.oneOf(present(scene.people));
  const others = present([...scene.people, scene.administrator]).filter((person) => person !== sharer);
  const grantee = dice.oneOf(others);
  return sharer && grantee ? [sharer, grantee] : undefined;
}

const share: Operation = {
  name: 'share',
  weight: 3,
  attempt(scene, dice) {
    const [sharer, grantee] = pair(scene, dice) ?? [];
    if (!sharer || !grantee) return undefined;
    const names = dice.someOf(permissions);
    const caller = dice.onceIn(4) ? (dice.oneOf(present(scene.everybody)) ?? sharer) : sharer;
    const leaves = caller === grantee && names.length === 0;
    return {
      what: `${caller.name} shares ${names.join('+') || 'nothing'} of ${sharer.name} with ${grantee.name}`,
      isAllowed: caller === sharer || leaves,
      dependsOn: [sharer.exists, grantee.exists, caller.exists],
      send: () =>
        scene.api.post(`/access/${sharer.userId}/${grantee.userId}`, {
          token: caller.token,
          body: permissionSet(...names),
        }),
      changes: [
        change(scene.shares.get(toPairName(sharer, grantee)), names.length > 0 ? sorted(names) : undefined),
      ],
    };
  },
};

const invite: Operation = {
  name: 'invite',
  weight: 2,
  attempt(scene, dice) {
    const [inviter, invitee] = pair(scene, dice) ?? [];
    if (!inviter || !invitee) return undefined;
    const name = toPairName(inviter, invitee);
    const [invitation, shared] = [openInvitation(scene, name), scene.shares.get(name)];
    if (!invitation.isSettled || !shared.isSettled) return undefined;
    const names = sorted(['view', ...dice.someOf(['upload', 'note'])]);
    return {
      what: `${inviter.name} invites ${invitee.name} to ${names.join('+')}`,
      isAllowed: !invitation.isThere && !shared.isThere,
      dependsOn: [shared, inviter.exists, invitee.exists],
      async send() {
        scene.invitationsExpire.set(name, scene.now() + inviteTime);
        const body = { email: invitee.email, permissions: permissionSet(...names) };
        return scene.api.post(`/confirm/send/invite/${inviter.userId}`, { token: inviter.token, body });
      },
      changes: [change(invitation, names)],
      learn: () => scene.mails.push({ to: invitee.email, from: inviter }),
    };
  },
};

/** Expired invitations no longer exist. */
function openInvitation(scene: Scene, name: string) {
  const invitation = scene.invitations.get(name);
  if ((scene.invitationsExpire.get(name) ?? Infinity) <= scene.now()) invitation.set(undefined);
  return invitation;
}

/** The key of an invitation, as its recipient sees it. */
async function findInvitationKey(
  scene: Scene,
  inviter: Actor,
  { token, userId }: Actor,
): Promise<string | undefined> {
  const list = expectBody(await scene.api.get(`/confirm/invitations/${userId}`, { token }));
  return list.find(({ creatorId }: { creatorId: string }) => creatorId === inviter.userId)?.key;
}

/** An invitation that can be answered, with both sides. */
function pendingInvitation(scene: Scene, dice: Dice) {
  const name = dice.oneOf(scene.invitations.there().filter((each) => openInvitation(scene, each).isThere));
  const [inviter, invitee] = (name ?? '')
    .split(' ')
    .map((each) => present(scene.everybody).find((actor) => actor.name === each));
  if (name === undefined || !inviter || !invitee) return undefined;
  return { inviter, invitee, invitation: scene.invitations.get(name), shared: scene.shares.get(name) };
}

const answerInvitation: Operation = {
  name: 'answer an invitation',
  weight: 2,
  attempt(scene, dice) {
    const found = pendingInvitation(scene, dice);
    if (!found?.shared.isSettled) return undefined;
    const { inviter, invitee, invitation, shared } = found;
    const verb = dice.onceIn(4) ? 'dismiss' : 'accept';
    const caller = dice.onceIn(5) ? scene.stranger : invitee;
    const union = sorted([...(invitation.now ?? []), ...(shared.now ?? [])]);
    return {
      what: `${caller.name} ${verb}s the invitation of ${invitee.name} by ${inviter.name}`,
      isAllowed: caller === invitee,
      dependsOn: [inviter.exists, invitee.exists],
      async send() {
        const path = `/confirm/${verb}/invite/${invitee.userId}/${inviter.userId}`;
        const key = await findInvitationKey(scene, inviter, invitee);
        return scene.api.put(path, { token: caller.token, body: { key } });
      },
      changes: [change(invitation, undefined), ...(verb === 'accept' ? [change(shared, union)] : [])],
    };
  },
};

const cancelInvitation: Operation = {
  name: 'cancel an invitation',
  attempt(scene, dice) {
    const found = pendingInvitation(scene, dice);
    if (!found) return undefined;
    const { inviter, invitee, invitation } = found;
    const path = `/confirm/${inviter.userId}/invited/${encodeURIComponent(invitee.email)}`;
    const caller = dice.onceIn(5) ? scene.stranger : inviter;
    return {
      what: `${caller.name} cancels the invitation of ${invitee.name} by ${inviter.name}`,
      isAllowed: caller === inviter,
      dependsOn: [inviter.exists, invitee.exists],
      send: () => scene.api.put(path, { token: caller.token }),
      changes: [change(invitation, undefined)],
    };
  },
};

/** All shares, as each person sees them. */
async function checkShares(scene: Scene): Promise<void> {
  const seen = new Map<string, Permission[]>();
  for (const sharer of present(scene.everybody)) {
    const list = expectBody(await scene.api.get(`/access/${sharer.userId}`, { token: sharer.token }));
    for (const [userId, set] of Object.entries<object>(list)) {
      if (userId === sharer.userId) continue;
      const grantee = scene.everybody.find((actor) => actor.userId === userId);
      seen.set(`${sharer.name} ${grantee?.name ?? userId}`, sorted(Object.keys(set)));
    }
  }
  scene.shares.settle(seen);
}

/** The open invitations that each person has received. */
async function checkInvitations(scene: Scene): Promise<void> {
  const seen = new Map<string, Permission[]>();
  for (const { name, token, userId } of present(scene.everybody)) {
    for (const invitation of expectBody(await scene.api.get(`/confirm/invitations/${userId}`, { token }))) {
      const inviter = scene.everybody.find((actor) => actor.userId === invitation.creatorId);
      const names = sorted(Object.keys(invitation.context.permissions));
      seen.set(`${inviter?.name ?? invitation.creatorId} ${name}`, names);
    }
  }
  for (const name of scene.invitations.names()) openInvitation(scene, name);
  scene.invitations.settle(seen);
}

/** Shares, and invitations to them. */
export const sharing: Area = {
  name: 'sharing',
  operations: [share, invite, answerInvitation, cancelInvitation],
  async check(scene) {
    await checkShares(scene);
    await checkInvitations(scene);
  },
  afterDeletion: (scene, { name }) =>
    [scene.shares, scene.invitations].flatMap((registers) =>
      registers
        .names()
        .filter((pairName) => pairName.split(' ').includes(name))
        .map((pairName) => change(registers.get(pairName), undefined)),
    ),
};
