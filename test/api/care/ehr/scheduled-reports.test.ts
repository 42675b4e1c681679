import { OutgoingMessageEntity } from '../../../../src/care/ehr/outgoing-message.entity';
import { ScheduledOrderEntity } from '../../../../src/care/ehr/scheduled-order.entity';
import { TaskEntity } from '../../../../src/platform/tasks/task.entity';
import { api, type Json } from '../../../support/api';
import { accepted, newPatient } from '../../../support/clinics';
import {
  connectedRedox,
  orderedPatient as known,
  summaryAt,
  type RedoxClinic,
} from '../../../support/connected-redox';
import { ehrSettings, matchBody, newOrder, sent } from '../../../support/ehr';
import { bothWhileHeld, patientRow } from '../../../support/held-rows';
import { tellSummary } from '../../../support/patient-summaries';
import { waitFor } from '../../../support/wait-until';

const redox = connectedRedox();
const { connected, messagesTo, someMessages, resultOf } = redox;

const minute = 60_000;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString();

const replacing = {
  scheduledReports: { onUploadEnabled: true, onUploadNoteEventType: 'Replace', cadence: 'DISABLED' },
};

/** A patient of a clinic whose reports were just enabled by an order. */
async function subscribed(changes: object = replacing): Promise<RedoxClinic & { id: string }> {
  const at = await connected(changes);
  const { id } = await newPatient(redox.server, at.clinic, known);
  const eventTime = new Date().toISOString();
  await sent(redox.server, newOrder(at.sourceId, { code: 'enable', eventTime }));
  await resultOf(at.destination);
  return { ...at, id: id as string };
}

const uploaded = (id: string, time: string) => tellSummary(redox.server, id, summaryAt(time));

const scheduled = (userId: string): Promise<ScheduledOrderEntity[]> =>
  redox.own.database.reader.find(ScheduledOrderEntity, { where: { userId }, order: { id: 'ASC' } });

/** Waits until a report has been processed, and returns when that began. */
const worked = ({ id }: ScheduledOrderEntity, after = 0): Promise<number> =>
  waitFor('a report', async () => {
    const name = `org.tidepool.ehr.report:${id}`;
    const task = await redox.own.database.reader.findOneBy(TaskEntity, { name });
    const time = task?.state === 'completed' ? (task.runTime ?? 0) : 0;
    return time > after ? time : undefined;
  });

/** Schedules a report, and waits until it has been processed. */
async function synced(userId: string): Promise<ScheduledOrderEntity> {
  const path = `/v1/patients/${userId}/ehr/sync`;
  accepted(await api(redox.server).post(path, { token: redox.token }));
  const last = (await scheduled(userId)).at(-1);
  if (!last) throw new Error('Nothing was scheduled.');
  await worked(last);
  return last;
}

const typesOf = (notes: readonly Json[]) => notes.map(({ Meta }) => Meta.EventType);

it('reports are sent again after uploads, but not without new data', async () => {
  const at = await subscribed();
  await uploaded(at.id, '2026-01-01T00:00:00.000Z');
  await synced(at.id);
  expect(messagesTo(at.destination, 'Notes')).toEqual([]);
  await uploaded(at.id, inMinutes(1));
  await synced(at.id);
  const notes = await someMessages(at.destination, 'Notes');
  expect(typesOf(notes)).toEqual(['Replace']);
  const [flowsheet] = await someMessages(at.destination, 'Flowsheet');
  const values = Object.fromEntries(flowsheet.Observations.map(({ Code, Value }: Json) => [Code, Value]));
  expect(values).toMatchObject({
    AVERAGE_CGM: '144.1247',
    GLUCOSE_MANAGEMENT_INDICATOR: '6.7890',
    ACTIVE_WEAR_TIME_CGM: '98.7650',
    TIME_IN_RANGE_CGM: '70.1200',
  });
});

it('a report replaces one that is younger than five minutes, if the clinic has chosen that', async () => {
  const at = await subscribed();
  await uploaded(at.id, inMinutes(60));
  const first = await synced(at.id);
  const age = async (order: ScheduledOrderEntity, minutes: number) =>
    redox.own.database.transaction((manager) =>
      manager.update(ScheduledOrderEntity, { id: order.id }, { createdTime: Date.now() - minutes * minute }),
    );
  await age(first, 4);
  const second = await synced(at.id);
  await age(second, 5);
  const third = await synced(at.id);
  const notes = await someMessages(at.destination, 'Notes', 3);
  expect(
    [first, second, third].map(({ id }) => {
      const { Meta, Note } = notes.find((each) => each.Note.DocumentID === id) ?? {};
      return [Meta.EventType, Note.OriginalDocumentID];
    }),
  ).toEqual([
    ['New', undefined],
    ['Replace', first.id],
    ['New', undefined],
  ]);
  const adding = await subscribed({ scheduledReports: { onUploadEnabled: true, cadence: 'DISABLED' } });
  await uploaded(adding.id, inMinutes(60));
  await synced(adding.id);
  await synced(adding.id);
  expect(typesOf(await someMessages(adding.destination, 'Notes', 2))).toEqual(['New', 'New']);
});

describe('no report is sent', () => {
  /** A report that would contain something if it were processed again. */
  async function due() {
    const at = await subscribed();
    const order = await synced(at.id);
    await uploaded(at.id, inMinutes(60));
    expect(messagesTo(at.destination, 'Notes')).toEqual([]);
    const again = async () => {
      const name = `org.tidepool.ehr.report:${order.id}`;
      const before = await worked(order);
      await redox.own.database.transaction((manager) =>
        manager.update(TaskEntity, { name }, { state: 'pending', dueTime: 0 }),
      );
      await worked(order, before);
      // Outgoing messages are stored when processing ends.
      const { reader } = redox.own.database;
      const outgoing = await reader.findBy(OutgoingMessageEntity, { clinicId: at.clinic.id });
      return outgoing.filter(({ content }) => (content as Json).Meta.DataModel === 'Notes').length;
    };
    return { ...at, again };
  }

  it('except when nothing has changed', async () => {
    const { again, destination } = await due();
    expect(await again()).toBe(1);
    expect(await someMessages(destination, 'Notes')).toHaveLength(1);
  });

  it.each([
    ['the connection is turned off', { enabled: false }],
    ['the clinic wants no messages', { destinationIds: undefined }],
  ])('once %s', async (_what, changes) => {
    const { again, clinic, sourceId } = await due();
    const body = { ...ehrSettings(sourceId), ...replacing, ...changes };
    accepted(await api(redox.server).put(`${clinic.path}/settings/ehr`, { token: redox.token, body }));
    expect(await again()).toBe(0);
  });

  const turnedOff = async (at: RedoxClinic) => {
    const documentId = await sent(redox.server, newOrder(at.sourceId));
    const body = matchBody(documentId, { criteria: ['MRN'], onUniqueMatch: 'DISABLE_REPORTS' });
    accepted(await api(redox.server).post('/v1/redox/match', { token: redox.token, body }));
  };

  it('once reports are turned off', async () => {
    const at = await due();
    await turnedOff(at);
    expect(await at.again()).toBe(0);
  });

  it('if reports are turned off while it is made', async () => {
    const at = await due();
    let notes = 0;
    const again = async () => void (notes = await at.again());
    await bothWhileHeld(redox.own, patientRow(at.clinic.id, at.id), [() => turnedOff(at), again]);
    // On SQLite, either may be first.
    if (redox.own.database.dialect === 'mysql') expect(notes).toBe(0);
  });

  it('once the record number has changed', async () => {
    const { again, clinic, id } = await due();
    const body = { ...known, mrn: 'another' };
    accepted(
      await api(redox.server).put(`${clinic.path}/patients/${id}`, { token: clinic.admin.token, body }),
    );
    expect(await again()).toBe(0);
  });

  it('once the patient has left, or the clinic is deleted', async () => {
    const { again, clinic, id } = await due();
    const { token } = clinic.admin;
    accepted(await api(redox.server).delete(`${clinic.path}/patients/${id}`, { token }));
    expect(await again()).toBe(0);
    accepted(await api(redox.server).delete(clinic.path, { token }));
    expect(await again()).toBe(0);
  });
});
