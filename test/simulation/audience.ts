import { Contradiction } from './register';
import { held, present, type Actor, type Scene } from './scene';

/** A resource of an account, and who can see it. */
interface View {
  /** No one may act on behalf of the owner. */
  path: (owner: Actor, viewer: Actor) => string;
  isSeenBy: (scene: Scene, viewer: Actor, owner: Actor) => boolean;
}

const withPermission =
  (...names: string[]): View['isSeenBy'] =>
  (scene, viewer, owner) =>
    names.some((name) => held(scene, viewer, owner).has(name));

const byOwner: View['isSeenBy'] = (_scene, viewer, owner) => viewer === owner;

const views: readonly View[] = [
  { path: ({ userId }) => `/data/${userId}`, isSeenBy: withPermission('root', 'view') },
  { path: ({ userId }) => `/message/all/${userId}`, isSeenBy: withPermission('root', 'note') },
  {
    path: ({ userId }) => `/v1/users/${userId}/blobs`,
    isSeenBy: withPermission('root', 'view', 'upload'),
  },
  {
    path: ({ userId }) => `/v1/summaries/cgm/${userId}`,
    isSeenBy: withPermission('root', 'view'),
  },
  {
    path: ({ userId }) =>
      `/v1/users/${userId}/device_logs?startAt=2024-05-01T00:00:00Z&endAt=2024-06-01T00:00:00Z`,
    isSeenBy: (scene, viewer, owner) => held(scene, viewer, owner).size > 0,
  },
  { path: ({ userId }) => `/v1/users/${userId}/consents`, isSeenBy: byOwner },
  { path: ({ userId }) => `/v1/patients/${userId}/prescriptions`, isSeenBy: byOwner },
  {
    path: ({ userId }, viewer) => `/v1/users/${userId}/followers/${viewer.userId}/alerts`,
    isSeenBy: (scene, viewer, owner) => viewer !== owner && held(scene, viewer, owner).has('follow'),
  },
  {
    path: ({ userId }) => `/metadata/${userId}/profile`,
    isSeenBy: (scene, viewer, owner) =>
      held(scene, viewer, owner).size > 0 || held(scene, owner, viewer).size > 0,
  },
];

/**
 * Requests everything in some accounts as every caller, including deleted accounts and anonymous callers: only those
 * with permission may see it. Throws a {@link Contradiction} otherwise. No change may be pending.
 */
export async function checkAudience(scene: Scene, owners: readonly Actor[]): Promise<void> {
  const viewers = [...scene.everybody, undefined];
  for (const owner of present(owners))
    for (const viewer of viewers)
      await Promise.all(views.map((view) => checkView(scene, view, viewer, owner)));
  for (const viewer of present(scene.everybody)) {
    const works = scene.clinicians.get(viewer.name).isThere;
    for (const list of ['patients', 'prescriptions']) {
      const { status } = await scene.api.get(`${scene.clinic.path}/${list}`, { token: viewer.token });
      if ((status === 200) !== works)
        throw new Contradiction(`The list of ${list} answers ${viewer.name} with ${status}`);
    }
  }
}

async function checkView(scene: Scene, { path, isSeenBy }: View, viewer: Actor | undefined, owner: Actor) {
  const address = path(owner, viewer ?? owner);
  const { status, text } = await scene.api.get(address, { token: viewer?.token });
  const isSeen = viewer !== undefined && isSeenBy(scene, viewer, owner);
  // Missing resources are 404 for callers with permission.
  const isAsExpected = isSeen ? status === 200 || status === 404 : [401, 403, 404].includes(status);
  if (!isAsExpected)
    throw new Contradiction(
      `${viewer?.name ?? 'Nobody'} ${isSeen ? 'may' : 'may not'} see ${address} of ${owner.name}, and is answered ${status}: ${text}`,
    );
}
