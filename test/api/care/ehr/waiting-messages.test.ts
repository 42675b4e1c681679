import { IsNull } from 'typeorm';
import { OutgoingMessageEntity } from '../../../../src/care/ehr/outgoing-message.entity';
import { OutboxMessageEntity } from '../../../../src/platform/outbox/outbox-message.entity';
import { newAccount, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient } from '../../../support/clinics';
import {
  connectedRedox,
  orderedPatient,
  summaryAt,
  type RedoxClinic,
} from '../../../support/connected-redox';
import { ehrSettings, newOrder, sent } from '../../../support/ehr';
import { tellSummary } from '../../../support/patient-summaries';
import { waitFor } from '../../../support/wait-until';

const redox = connectedRedox();
const { resultOf, someMessages } = redox;

type Waiting = RedoxClinic & { patient: TestAccount };

/** A clinic whose receiver has not accepted the answer to an order and the reports on its patient so far. */
async function waiting(): Promise<Waiting> {
  const at = await redox.connected();
  const patient = await newAccount(redox.server);
  await addPatient(redox.server, at.clinic, patient, ['view', 'upload'], orderedPatient);
  await tellSummary(redox.server, patient.userId, summaryAt('2026-02-01T00:00:00.000Z'));
  redox.answerWith(500);
  // After the upload: a scheduled report would contain nothing new.
  const eventTime = new Date().toISOString();
  await sent(redox.server, newOrder(at.sourceId, { code: 'enable', eventTime }));
  for (const dataModel of ['Results', 'Flowsheet', 'Notes']) await someMessages(at.destination, dataModel);
  return { ...at, patient };
}

/** The subjects and record numbers of all messages that arrive once the receiver accepts them. */
async function arriving({ destination }: RedoxClinic): Promise<string[]> {
  const before = redox.received.length;
  redox.answerWith(200);
  await waitFor('all messages', async () => {
    const topic = 'ehr-message';
    await redox.own.database.transaction((manager) =>
      manager.update(OutboxMessageEntity, { topic, worker: IsNull() }, { dueTime: 0 }),
    );
    return !(await redox.own.database.reader.existsBy(OutboxMessageEntity, { topic })) || undefined;
  });
  const own = redox.received.slice(before).filter(({ body }) => body.Meta.Destinations[0].ID === destination);
  return own.map(({ body }) => `${body.Meta.DataModel} ${body.Patient.Identifiers[1].ID}`).sort();
}

const request = async (method: 'put' | 'delete', path: string, token: string, body?: object): Promise<Json> =>
  accepted(await api(redox.server)[method](path, { token, body }));

const changeNumber = ({ clinic: { path, admin }, patient }: Waiting) =>
  request('put', `${path}/patients/${patient.userId}`, admin.token, { ...orderedPatient, mrn: 'another' });

const setConnection = ({ clinic, sourceId }: Waiting, changes: object) =>
  request('put', `${clinic.path}/settings/ehr`, redox.token, { ...ehrSettings(sourceId), ...changes });

/** What happens meanwhile, and what arrives then. */
const cases: [string, (at: Waiting) => Promise<unknown>, string[]][] = [
  ['nothing happened', () => Promise.resolve(), ['Flowsheet 12345', 'Notes 12345', 'Results 12345']],
  ['the record number changed', changeNumber, ['Results 12345']],
  [
    'the record number changed, and an order with the new one arrived',
    async (at) => {
      await changeNumber(at);
      await sent(redox.server, newOrder(at.sourceId, { code: 'enable', mrn: 'another' }));
      await resultOf(at.destination, 2);
    },
    ['Flowsheet another', 'Notes another', 'Results 12345', 'Results another'],
  ],
  [
    'an order turned reports off',
    async ({ sourceId, destination }) => {
      await sent(redox.server, newOrder(sourceId, { code: 'disable' }));
      await resultOf(destination, 2);
    },
    ['Results 12345', 'Results 12345'],
  ],
  ['the connection was disabled', (at) => setConnection(at, { enabled: false }), []],
  ['the clinic was connected with Xealth', (at) => setConnection(at, { provider: 'xealth' }), []],
  [
    'the connection was disabled and enabled',
    async (at) => {
      await setConnection(at, { enabled: false });
      await setConnection(at, {});
    },
    [],
  ],
  [
    'the patient has revoked the right to view',
    ({ clinic, patient }) =>
      request('delete', `${clinic.path}/patients/${patient.userId}/permissions/view`, patient.token),
    ['Results 12345'],
  ],
];

it.each(cases)('messages that wait for the receiver: %s', async (_what, happens, arrived) => {
  const at = await waiting();
  await happens(at);
  expect(await arriving(at)).toEqual(arrived);
  const kept = await redox.own.database.reader.findBy(OutgoingMessageEntity, { clinicId: at.clinic.id });
  expect(kept.map(({ sentTime }) => sentTime)).toEqual(arrived.map(() => expect.any(Number)));
});

it('an answer about nobody does not arrive once the clinic is deleted', async () => {
  const at = await redox.connected();
  redox.answerWith(500);
  await sent(redox.server, newOrder(at.sourceId, { code: 'enable' }));
  await resultOf(at.destination);
  await request('delete', at.clinic.path, redox.token);
  expect(await arriving(at)).toEqual([]);
  const { id: clinicId } = at.clinic;
  expect(await redox.own.database.reader.existsBy(OutgoingMessageEntity, { clinicId })).toBe(false);
});
