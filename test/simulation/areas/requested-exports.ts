import type { Answer } from '../../support/api';
import { change, type Area, type Operation } from '../operation';
import { expectBody } from '../reading';
import { Contradiction } from '../register';
import { decisiveFor, held, isDecided, toPairName, present, type Actor, type Scene } from '../scene';

/** Maximum number of exports per account in a run. Five running ones would be too many. */
const most = 1;
const mostOfAll = 4;

const asking = `mutation ($input: CreateExportInput!) { requestExport(input: $input) { export { id } } }`;
const listing = '{ me { requestedExports(first: 1000) { edges { node { id userId state } } } } }';
const linking = 'mutation ($id: ID!) { createExportLink(input: { exportId: $id }) { url } }';

const mayView = (scene: Scene, viewer: Actor, owner: Actor): boolean => {
  const rights = held(scene, viewer, owner);
  return rights.has('root') || rights.has('view');
};

/** A GraphQL response with the status and `Retry-After` that REST would send. */
async function withStatus(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  const { status, retryAfter } = answer.body?.errors?.[0]?.extensions ?? {};
  const headers = new Headers(answer.headers);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return { ...answer, headers, status: status ?? answer.status };
}

const request: Operation = {
  name: 'ask for an export',
  attempt(scene, dice) {
    const owner = dice.oneOf(present(scene.everybody));
    const caller = dice.onceIn(2) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller || !isDecided(scene, caller, owner)) return undefined;
    const count = scene.requestedExports.get(toPairName(caller, owner));
    const all = scene.requestedExports.names().filter((pair) => pair.startsWith(`${caller.name} `));
    if (!count.isSettled || (count.now ?? 0) >= most || all.length > mostOfAll) return undefined;
    const input = { userId: owner.userId, format: 'JSON' };
    return {
      what: `${caller.name} asks for an export of the data of ${owner.name}`,
      isAllowed: mayView(scene, caller, owner),
      dependsOn: decisiveFor(scene, caller, owner),
      send: () => withStatus(scene.api.graph(asking, { token: caller.token, variables: { input } })),
      changes: [change(count, (count.now ?? 0) + 1)],
    };
  },
};

interface Listed {
  id: string;
  userId: string;
  state: string;
}

/** The exports that an account is shown. */
async function listed(scene: Scene, { token }: Actor): Promise<Listed[]> {
  const { me } = expectBody(await withStatus(scene.api.graph(listing, { token }))).data;
  return me.requestedExports.edges.map(({ node }: { node: Listed }) => node);
}

/** Checks that the file contains the records of its account. */
async function checkFile(scene: Scene, requester: Actor, { id, userId }: Listed): Promise<void> {
  const { token } = requester;
  const { data } = expectBody(await withStatus(scene.api.graph(linking, { token, variables: { id } })));
  const path = data.createExportLink.url.replace(/^https?:\/\/[^/]+/, '');
  const records = expectBody(await scene.api.get(path));
  const ownerOf = (deviceId: string) => (scene.dataSets.get(deviceId) ?? scene.memories.get(deviceId))?.owner;
  for (const { deviceId } of records)
    if (deviceId !== undefined && ownerOf(deviceId)?.userId !== userId)
      throw new Contradiction(
        `The export that ${requester.name} has asked for holds ${deviceId} of somebody else`,
      );
}

/** Exports created in the background. Accounts that may no longer view the data do not see them either. */
export const requestedExports: Area = {
  name: 'exports',
  operations: [request],
  async check(scene) {
    for (const requester of present(scene.everybody)) {
      const seen = await listed(scene, requester);
      for (const owner of present(scene.everybody)) {
        const ofOwner = seen.filter(({ userId }) => userId === owner.userId);
        if (ofOwner.some(({ state }) => state === 'FAILED'))
          throw new Contradiction(`An export of the data of ${owner.name} has failed`);
        const count = scene.requestedExports.get(toPairName(requester, owner));
        if (mayView(scene, requester, owner)) count.settle(ofOwner.length || undefined);
        else if (ofOwner.length > 0)
          throw new Contradiction(`${requester.name} sees an export of the data of ${owner.name}`);
      }
      const owners = new Set(present(scene.everybody).map(({ userId }) => userId));
      if (seen.some(({ userId }) => !owners.has(userId)))
        throw new Contradiction(`${requester.name} sees an export of the data of somebody who is gone`);
    }
  },
  async unfinished(scene) {
    const waiting: string[] = [];
    for (const requester of present(scene.everybody))
      for (const each of await listed(scene, requester)) {
        if (each.state === 'READY') await checkFile(scene, requester, each);
        else waiting.push(`the export ${each.id} that ${requester.name} has asked for`);
      }
    return waiting;
  },
  afterDeletion: ({ requestedExports: counts }, { name }) =>
    counts
      .names()
      .filter((pair) => pair.split(' ').includes(name))
      .map((pair) => change(counts.get(pair), undefined)),
};
