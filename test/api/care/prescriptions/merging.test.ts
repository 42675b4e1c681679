import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { mailsTo } from '../../../support/mails';
import {
  claim,
  claimed,
  newPractice,
  prescribe,
  prescribed,
  revise,
  wholeAttributes,
  type Practice,
} from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';
import { closeStreams, overWebSocket, withToken } from '../../../support/streams';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, patch, post, delete: remove } = api(server);

let source: Practice;
let target: Practice;
let token: string;

beforeEach(async () => {
  token = await newServerToken(server);
  [source, target] = [await newPractice(server), await newPractice(server)];
});

afterEach(closeStreams);

const merge = () => post(`/v1/clinics/${target.id}/merge`, { token, body: { sourceId: source.id } });
const ofTarget = async (id: string): Promise<Json> =>
  accepted(await get(`${target.path}/${id}`, { token: target.admin.token }));
const activate = async ({ prescription, patient }: Awaited<ReturnType<typeof claimed>>): Promise<Json> =>
  accepted(
    await patch(`/v1/patients/${patient.userId}/prescriptions/${prescription.id}`, {
      token: patient.token,
      body: { state: 'active' },
    }),
  );

it('a merge of clinics moves the prescriptions of the source unchanged to the target', async () => {
  const draft = await prescribed(server, source, { state: 'draft', firstName: 'Ann' });
  const again = { state: 'draft', firstName: 'Anna' };
  const revised = accepted(await revise(server, source, source.prescriber, draft.id, again));
  const submitted = await prescribed(server, source);
  const gone = await prescribed(server, source, { state: 'draft' });
  accepted(await remove(`${source.path}/${gone.id}`, { token: source.prescriber.token }));
  const waiting = await claimed(server, source);
  const { patient } = waiting;
  const [first, second] = [await claimed(server, source, patient), await claimed(server, target, patient)];
  const active = await activate(first);
  const all = [revised, submitted, waiting.prescription, active];

  accepted(await merge());
  await waitFor('the mail about the merge', async () =>
    (await mailsTo(server, target.admin.email)).find((mail) => mail.includes('Patients and people of')),
  );
  for (const before of all) {
    expect(await ofTarget(before.id)).toEqual({
      ...before,
      ...(before.clinicId !== undefined && { clinicId: target.id }),
    });
    const old = `${source.path}/${before.id}`;
    const statuses = [await get(old, { token }), await get(old, { token: source.admin.token })];
    expect(statuses.map(({ status }) => status)).toEqual([404, 403]);
  }
  expect((await get(`${target.path}/${gone.id}`, { token: target.admin.token })).status).toBe(404);
  const list = accepted(await get(target.path, { token: target.admin.token })) as unknown as Json[];
  const ids = [...all, second.prescription].map(({ id }) => id);
  expect(list.map(({ id }) => id).sort()).toEqual(ids.sort());

  // They keep their state: revisions, codes, and one active prescription per patient.
  const third = { state: 'pending', firstName: 'Anna' };
  const { latestRevision } = accepted(await revise(server, target, target.member, draft.id, third));
  expect(latestRevision.revisionId).toBe(2);
  const birthday = '1990-05-06';
  const { accessCode } = submitted;
  expect((await claim(server, patient, { accessCode, birthday })).status).toBe(200);
  await activate(second);
  expect((await ofTarget(active.id)).state).toBe('inactive');
});

it('a prescription written during a merge is not lost', async () => {
  const writing = Array.from({ length: 6 }, () =>
    prescribe(server, source, source.prescriber, wholeAttributes()),
  );
  const [merged, ...written] = await Promise.all([merge(), ...writing]);
  expect(merged.status).toBe(200);
  for (const { status, body } of written) {
    expect([201, 403, 404]).toContain(status);
    if (status === 201) expect((await ofTarget(body.id)).id).toBe(body.id);
  }
});

const changed = 'subscription ($id: ID!) { prescriptionChanged(clinicId: $id) { prescriptionId } }';

it('a merge tells the people of the target of each prescription that it moves, and of no other', async () => {
  await prescribed(server, await newPractice(server));
  const moved = [await prescribed(server, source), await prescribed(server, source)];
  const gone = await prescribed(server, source, { state: 'draft' });
  accepted(await remove(`${source.path}/${gone.id}`, { token: source.prescriber.token }));
  const client = overWebSocket(server, withToken(target.admin.token));
  const answers = await client.subscribe(changed, { id: target.id });
  const nextId = async (): Promise<string> => (await answers.next()).data.prescriptionChanged.prescriptionId;
  accepted(await merge());
  const last = await prescribed(server, target);
  const told: string[] = [];
  for (let id = await nextId(); id !== last.id; id = await nextId()) told.push(id);
  expect(told.sort()).toEqual(moved.map(({ id }) => id).sort());
});
