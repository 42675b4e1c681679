import { randomUUID } from 'node:crypto';
import { EhrSubscriptionEntity } from '../../../../src/care/ehr/ehr-subscription.entity';
import { OutgoingMessageEntity } from '../../../../src/care/ehr/outgoing-message.entity';
import { TaskEntity } from '../../../../src/platform/tasks/task.entity';
import { newClinic, newPatient } from '../../../support/clinics';
import { connectedRedox, orderedPatient, summaryAt } from '../../../support/connected-redox';
import { connectClinic, newOrder, sent } from '../../../support/ehr';
import { bothWhileHeld, clinicRow } from '../../../support/held-rows';
import { tellSummary } from '../../../support/patient-summaries';
import { waitFor } from '../../../support/wait-until';

const redox = connectedRedox();
const { resultOf } = redox;

/** An order whose clinic is connected only after the first attempt, and what makes the second attempt due. */
async function failedFirst(code: string) {
  const sourceId = randomUUID();
  const name = `org.tidepool.ehr.order:${await sent(redox.server, newOrder(sourceId, { code }))}`;
  const { reader } = redox.own.database;
  await waitFor(
    'the first attempt',
    async () => (await reader.findOneBy(TaskEntity, { name }))?.error ?? undefined,
  );
  const clinic = await newClinic(redox.server);
  const destination = clinic.id;
  const destinationIds = { results: destination, flowsheet: destination, notes: destination };
  await connectClinic(redox.server, clinic, { sourceId, destinationIds });
  const retry = () =>
    redox.own.database.transaction((manager) => manager.update(TaskEntity, { name }, { dueTime: 0 }));
  return { clinic, sourceId, destination, retry };
}

it.each([
  ['enable', 'disable', false],
  ['disable', 'enable', true],
])(
  'an order (%s) that is processed after a newer one (%s) changes nothing',
  async (code, newer, isActive) => {
    const { clinic, sourceId, destination, retry } = await failedFirst(code);
    const { id: userId } = await newPatient(redox.server, clinic, orderedPatient);
    await tellSummary(redox.server, userId as string, summaryAt('2026-02-01T00:00:00.000Z'));
    await sent(redox.server, newOrder(sourceId, { code: newer, eventTime: new Date().toISOString() }));
    await resultOf(destination);
    await retry();
    expect((await resultOf(destination, 2))[0]).toEqual(['MATCHING_RESULT', 'SUCCESS']);
    const subscription = await redox.own.database.reader.findOneBy(EhrSubscriptionEntity, { userId });
    const changes = subscription?.matchedMessages.map(({ active }) => active);
    expect([subscription?.active, changes]).toEqual([isActive, [undefined, isActive]]);
    const outgoing = await redox.own.database.reader.findBy(OutgoingMessageEntity, { clinicId: clinic.id });
    const reports = outgoing.filter(({ dataModel }) => dataModel !== 'Results');
    expect(reports).toHaveLength(isActive ? 2 : 0);
  },
);

it('two orders that create one account and turn its reports on, at once, both succeed', async () => {
  const at = await redox.connected();
  const order = () => sent(redox.server, newOrder(at.sourceId, { code: 'create and enable' }));
  await bothWhileHeld(redox.own, clinicRow(at.clinic.id), [order, order]);
  await resultOf(at.destination, 2);
  const results = redox.messagesTo(at.destination, 'Results').map(({ Orders }) => Orders[0].Results[0]);
  expect(results.map(({ Code, Value }) => `${Code} ${Value}`).sort()).toEqual([
    'ACCOUNT_CREATION_RESULT SUCCESS',
    'MATCHING_RESULT SUCCESS',
  ]);
  const [{ id: userId } = {}, ...others] = await redox.patientsOf(at);
  expect(others).toEqual([]);
  const subscription = await redox.own.database.reader.findOneBy(EhrSubscriptionEntity, { userId });
  expect([subscription?.active, subscription?.matchedMessages.length]).toEqual([true, 2]);
});
