import { EhrSubscriptionEntity } from '../../../../src/care/ehr/ehr-subscription.entity';
import { OutgoingMessageEntity } from '../../../../src/care/ehr/outgoing-message.entity';
import { TaskEntity } from '../../../../src/platform/tasks/task.entity';
import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newPatient, type TestClinic } from '../../../support/clinics';
import { connectedRedox, orderedPatient as known, summaryAt } from '../../../support/connected-redox';
import { connectClinic, newOrder, sent } from '../../../support/ehr';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { waitFor } from '../../../support/wait-until';

const redox = connectedRedox();
const { connected, messagesTo, someMessages, resultOf, patientsOf } = redox;

const matching = (value: string, text: string) => [
  ['MATCHING_RESULT', value],
  ['MATCHING_RESULT_MESSAGE', text],
];
const creation = (value: string, text: string) => [
  ['ACCOUNT_CREATION_RESULT', value],
  ['ACCOUNT_CREATION_RESULT_MESSAGE', text],
];

describe('an order that enables reports', () => {
  it('gets a response, followed by figures and a note', async () => {
    const at = await connected({ flowsheets: { icode: true }, notes: { includeGMI: true } });
    const { id } = await newPatient(redox.server, at.clinic, known);
    await tellSummary(redox.server, id as string, summaryAt('2026-02-01T00:00:00.000Z'));
    await sent(redox.server, newOrder(at.sourceId, { code: 'enable' }));
    expect(await resultOf(at.destination)).toEqual(matching('SUCCESS', 'Patient was successfully matched'));
    const [result] = messagesTo(at.destination, 'Results');
    expect(result).toMatchObject({
      Orders: [{ ID: 'O1', Status: 'Resulted' }],
      Visit: { VisitNumber: 'V1' },
    });
    const [flowsheet] = await someMessages(at.destination, 'Flowsheet');
    const values = Object.fromEntries(
      flowsheet.Observations.map(({ Code, Value, Units }: Json) => [Code, `${Value} ${Units}`]),
    );
    expect(values).toMatchObject({
      AVERAGE_CGM: '144 mg/dL',
      GLUCOSE_MANAGEMENT_INDICATOR: '6.8 %',
      ACTIVE_WEAR_TIME_CGM: '98.77 %',
      TIME_IN_RANGE_CGM: '70 %',
      TIME_BELOW_RANGE_VERY_LOW_CGM: '0.1 %',
    });
    const [note] = await someMessages(at.destination, 'Notes');
    expect(note).toMatchObject({
      Meta: { EventType: 'New' },
      Note: {
        ContentType: 'Base64 Encoded',
        FileType: 'PDF',
        Availability: 'Available',
        Components: [{ ID: 'GLUCOSE_MANAGEMENT_INDICATOR', Value: '6.8' }],
      },
    });
    const pdf = Buffer.from(note.Note.FileContents as string, 'base64').toString('latin1');
    expect([pdf.slice(0, 5), pdf.trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(new Set(redox.received.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer shown to the receiver']),
    );
  });

  it('gets a response if no patient or several patients match', async () => {
    const at = await connected();
    await sent(redox.server, newOrder(at.sourceId, { code: 'enable' }));
    expect(await resultOf(at.destination)).toEqual(matching('FAILURE', 'No matching patients were found'));
    await newPatient(redox.server, at.clinic, known);
    await newPatient(redox.server, at.clinic, known);
    await sent(redox.server, newOrder(at.sourceId, { code: 'disable' }));
    expect(await resultOf(at.destination, 2)).toEqual(
      matching('FAILURE', 'Multiple matching patients were found'),
    );
  });

  it("replaces the patient's tags with those in the order, and adds an address", async () => {
    const at = await connected({ tags: { codes: ['T'], separator: ';' } });
    const { id } = await newPatient(redox.server, at.clinic, known);
    const clinicalInfo = [
      { Code: 'T', Value: 'one; two ;' },
      { Code: 'other', Value: 'three' },
    ];
    const { email } = { email: `${at.destination}@example.com` };
    await sent(redox.server, newOrder(at.sourceId, { code: 'enable', clinicalInfo, emails: [email] }));
    await resultOf(at.destination);
    const { patientTags } = accepted(await api(redox.server).get(at.clinic.path, { token: redox.token }));
    const patient = accepted(
      await api(redox.server).get(`${at.clinic.path}/patients/${id as string}`, { token: redox.token }),
    );
    const names = patient.tags.map((tag: string) => patientTags.find((each: Json) => each.id === tag).name);
    expect([names.sort(), patient.email]).toEqual([['one', 'two'], email]);
  });

  it('adds no address in use, and leaves unmanaged accounts unchanged', async () => {
    const at = await connected({ tags: { codes: ['T'] } });
    const { email: taken } = await newAccount(redox.server);
    const { id } = await newPatient(redox.server, at.clinic, known);
    const owner = await newAccount(redox.server);
    const { path, admin } = at.clinic;
    const clinicalInfo = [{ Code: 'T', Value: 'one' }];
    const shown = async (userId: string): Promise<Json> =>
      accepted(await api(redox.server).get(`${path}/patients/${userId}`, { token: admin.token }));
    await sent(redox.server, newOrder(at.sourceId, { code: 'enable', clinicalInfo, emails: [taken] }));
    expect(await resultOf(at.destination)).toEqual(matching('SUCCESS', 'Patient was successfully matched'));
    const managed = await shown(id as string);
    expect([managed.email, managed.tags.length]).toEqual([undefined, 1]);
    const more = { mrn: 'of the owner', fullName: known.fullName, birthDate: known.birthDate };
    await addPatient(redox.server, at.clinic, owner, ['view'], more);
    const order = { code: 'enable', mrn: more.mrn, clinicalInfo, emails: [`${at.destination}@example.com`] };
    await sent(redox.server, newOrder(at.sourceId, order));
    await resultOf(at.destination, 2);
    const claimed = await shown(owner.userId);
    expect([claimed.email, claimed.tags.length]).toEqual([owner.email, 1]);
  });

  it('changes the tags even if its record number has become ambiguous', async () => {
    const at = await connected({ tags: { codes: ['T'] } });
    const { path } = at.clinic;
    const { token } = redox;
    const { id } = await newPatient(redox.server, at.clinic, known);
    await newPatient(redox.server, at.clinic, { ...known, birthDate: '1991-05-06' });
    const body = { required: false, unique: true };
    accepted(await api(redox.server).put(`${path}/settings/mrn`, { token, body }));
    const clinicalInfo = [{ Code: 'T', Value: 'one' }];
    await sent(
      redox.server,
      newOrder(at.sourceId, { code: 'enable', clinicalInfo, emails: [`${at.destination}@example.com`] }),
    );
    expect(await resultOf(at.destination)).toEqual(matching('SUCCESS', 'Patient was successfully matched'));
    expect(
      accepted(await api(redox.server).get(`${path}/patients/${id as string}`, { token })).tags,
    ).toHaveLength(1);
  });
});

describe('an order that disables reports', () => {
  const sendingsOf = async (clinicId: string): Promise<string[]> => {
    const found = await redox.own.database.reader.findBy(OutgoingMessageEntity, { clinicId });
    return found.map(({ content }) => (content as Json).Meta.DataModel as string).sort();
  };

  it('gets a response, without figures', async () => {
    const at = await connected();
    const { id } = await newPatient(redox.server, at.clinic, known);
    await tellSummary(redox.server, id as string, summaryAt('2026-02-01T00:00:00.000Z'));
    await sent(redox.server, newOrder(at.sourceId, { code: 'disable' }));
    expect(await resultOf(at.destination)).toEqual(matching('SUCCESS', 'Patient was successfully matched'));
    expect(await sendingsOf(at.clinic.id)).toEqual(['Results']);
  });

  it('enables them if both have the same code; no figures follow without dates', async () => {
    const codes = { enableSummaryReports: 'same', disableSummaryReports: 'same', createAccount: 'same' };
    const at = await connected({ procedureCodes: codes });
    const { id } = await newPatient(redox.server, at.clinic, known);
    const periods = { '14d': periodWith('cgm', { averageGlucoseMmol: 8 }) };
    const cgmStats = statsWith(periods, { lastData: '2026-02-01T00:00:00.000Z' });
    await tellSummary(redox.server, id as string, { cgmStats });
    await sent(redox.server, newOrder(at.sourceId, { code: 'same' }));
    await resultOf(at.destination);
    expect(await sendingsOf(at.clinic.id)).toEqual(['Results']);
    const key = { clinicId: at.clinic.id, userId: id as string };
    const subscription = await redox.own.database.reader.findOneBy(EhrSubscriptionEntity, key);
    expect(subscription).toMatchObject({ name: 'summaryAndReports', active: true });
  });
});

describe('an order that creates an account', () => {
  it('creates one, once', async () => {
    const at = await connected();
    const email = `${at.destination}@example.com`;
    await sent(redox.server, newOrder(at.sourceId, { code: 'create', emails: [email] }));
    expect(await resultOf(at.destination)).toEqual(creation('SUCCESS', 'Account was successfully created'));
    expect(await patientsOf(at)).toMatchObject([
      { ...known, email, permissions: { custodian: {}, view: {}, upload: {}, note: {} } },
    ]);
    await sent(redox.server, newOrder(at.sourceId, { code: 'create' }));
    expect(await resultOf(at.destination, 2)).toEqual(creation('FAILURE', 'patient already exists'));
  });

  it('uses the address of the guarantor for a child, and reports errors in it', async () => {
    const at = await connected();
    const { email } = await newAccount(redox.server);
    const emails = { emails: ['of-the-child@example.com'], guarantorEmails: [email] };
    const birthDate = `${new Date().getUTCFullYear() - 12}-01-01`;
    await sent(redox.server, newOrder(at.sourceId, { code: 'create', birthDate, ...emails }));
    expect(await resultOf(at.destination)).toEqual(
      creation('FAILURE', 'the email address is already in use'),
    );
    await sent(redox.server, newOrder(at.sourceId, { code: 'create', emails: ['no address'] }));
    const [[, outcome] = []] = await resultOf(at.destination, 2);
    expect(outcome).toBe('FAILURE');
    expect(await patientsOf(at)).toEqual([]);
  });

  it('uses the address of the patient from the thirteenth birthday on', async () => {
    const at = await connected();
    const day = (offset: number): string => {
      const today = new Date();
      const born = Date.UTC(today.getUTCFullYear() - 13, today.getUTCMonth(), today.getUTCDate() + offset);
      return new Date(born).toISOString().slice(0, 10);
    };
    const emails = {
      emails: [`own@${at.destination}.com`],
      guarantorEmails: [`parent@${at.destination}.com`],
    };
    for (const [index, birthDate] of [day(0), day(2)].entries()) {
      const order = { code: 'create', birthDate, mrn: `M${index}`, firstName: `N${index}`, ...emails };
      await sent(redox.server, newOrder(at.sourceId, order));
      expect(await resultOf(at.destination, index + 1)).toEqual(
        creation('SUCCESS', 'Account was successfully created'),
      );
    }
    const byName = (await patientsOf(at)).map(({ fullName, email }) => [fullName, email]);
    expect(byName).toEqual([
      ['N0 Other', emails.emails[0]],
      ['N1 Other', emails.guarantorEmails[0]],
    ]);
  });

  it("requires a record number of the clinic's type", async () => {
    const at = await connected();
    await sent(redox.server, newOrder(at.sourceId, { code: 'create', mrn: null }));
    expect(await resultOf(at.destination)).toEqual(
      creation('FAILURE', expect.stringContaining('record number')),
    );
    expect(await patientsOf(at)).toEqual([]);
  });

  it.each(['create', 'create and enable'])(
    'repeats its response if its process died before: %s',
    async (code) => {
      const at = await connected();
      const id = await sent(redox.server, newOrder(at.sourceId, { code }));
      const success = creation('SUCCESS', 'Account was successfully created');
      expect(await resultOf(at.destination)).toEqual(success);
      const name = `org.tidepool.ehr.order:${id}`;
      await waitFor('the end of the run', async () =>
        (await redox.own.database.reader.findOneBy(TaskEntity, { name, state: 'completed' }))
          ? true
          : undefined,
      );
      await redox.own.database.transaction((manager) =>
        manager.update(TaskEntity, { name }, { state: 'pending', dueTime: 0 }),
      );
      expect(await resultOf(at.destination, 2)).toEqual(success);
      expect(await patientsOf(at)).toHaveLength(1);
    },
  );

  it('creates one account for two concurrent orders', async () => {
    const at = await connected();
    await Promise.all([1, 2].map(() => sent(redox.server, newOrder(at.sourceId, { code: 'create' }))));
    await resultOf(at.destination, 2);
    const told = messagesTo(at.destination, 'Results').map(({ Orders }) => Orders[0].Results[0].Value);
    expect([told.sort(), await patientsOf(at)]).toEqual([['FAILURE', 'SUCCESS'], [expect.anything()]]);
  });

  it('can also enable reports, for new and known patients', async () => {
    const at = await connected();
    const code = 'create and enable';
    await sent(redox.server, newOrder(at.sourceId, { code }));
    expect(await resultOf(at.destination)).toEqual(creation('SUCCESS', 'Account was successfully created'));
    await sent(redox.server, newOrder(at.sourceId, { code }));
    expect(await resultOf(at.destination, 2)).toEqual(
      matching('SUCCESS', 'Patient was successfully matched'),
    );
  });
});

describe('the task of a clinic', () => {
  const taskOf = async ({ id }: TestClinic): Promise<Json[]> =>
    accepted(
      await api(redox.server).get(`/v1/tasks?name=org.tidepool.ehr.sync:${id}`, { token: redox.token }),
    );

  it('follows the settings', async () => {
    const { clinic } = await connected();
    const shown = async () => (await taskOf(clinic)).map(({ type, data }) => ({ type, data }));
    const task = (cadence: string) => ({
      type: 'org.tidepool.ehr.sync',
      data: { clinicId: clinic.id, cadence },
    });
    expect(await shown()).toEqual([task('336h0m0s')]);
    for (const [cadence, duration] of [
      ['1d', '24h0m0s'],
      ['7d', '168h0m0s'],
      ['30d', '720h0m0s'],
    ]) {
      await connectClinic(redox.server, clinic, { scheduledReports: { onUploadEnabled: false, cadence } });
      expect(await shown()).toEqual([task(duration ?? '')]);
    }
    await connectClinic(redox.server, clinic, {
      scheduledReports: { onUploadEnabled: true, cadence: 'DISABLED' },
    });
    expect(await shown()).toEqual([]);
    await connectClinic(redox.server, clinic);
    await connectClinic(redox.server, clinic, { enabled: false });
    expect(await shown()).toEqual([]);
  });

  it('fails permanently without a clinic, is retried after an error, and ends without a cadence', async () => {
    const { clinic } = await connected();
    const run = async (data: object): Promise<Json> => {
      const body = { type: 'org.tidepool.ehr.sync', name: JSON.stringify([clinic.id, data]), data };
      const { id } = accepted(await api(redox.server).post('/v1/tasks', { token: redox.token, body }));
      return waitFor('the run', async () => {
        const task = accepted(
          await api(redox.server).get(`/v1/tasks/${id as string}`, { token: redox.token }),
        );
        return task.runTime === undefined || task.state === 'running' ? undefined : task;
      });
    };
    expect(await run({})).toMatchObject({ state: 'failed' });
    expect(await run({ clinicId: clinic.id, cadence: '0s' })).toMatchObject({ state: 'completed' });
    for (const [data, hours] of [
      [{ clinicId: 'f'.repeat(24), cadence: '0s' }, 1],
      [{ clinicId: clinic.id, cadence: '24h0m0s' }, 24],
      [{ clinicId: clinic.id, cadence: 'often' }, 336],
    ] as const) {
      const { state, availableTime, runTime } = await run(data);
      const wait = (Date.parse(availableTime as string) - Date.parse(runTime as string)) / 3_600_000;
      expect([state, Math.round(wait)]).toEqual(['pending', hours]);
    }
  });

  it('is maintained by a separate task, which runs about every hour', async () => {
    const { clinic } = await connected();
    const { clinic: gone } = await connected();
    const tasks = api(redox.server);
    const [lost] = await taskOf(clinic);
    accepted(await tasks.delete(`/v1/tasks/${lost?.id as string}`, { token: redox.token }));
    accepted(await tasks.delete(gone.path, { token: redox.token }));
    expect([await taskOf(clinic), (await taskOf(gone)).length]).toEqual([[], 1]);
    const path = '/v1/tasks?name=org.tidepool.ehr.reconcile';
    const keeper = async (): Promise<Json> => accepted(await tasks.get(path, { token: redox.token }))[0];
    const { id, type, runTime: before } = await keeper();
    expect(type).toBe('org.tidepool.ehr.reconcile');
    const body = { availableTime: new Date().toISOString() };
    accepted(await tasks.put(`/v1/tasks/${id as string}`, { token: redox.token, body }));
    const { availableTime, runTime } = await waitFor('the run', async () => {
      const task = await keeper();
      return task.runTime !== before && task.state === 'pending' ? task : undefined;
    });
    const wait = (Date.parse(availableTime as string) - Date.parse(runTime as string)) / 60_000;
    expect([wait >= 45, wait < 76]).toEqual([true, true]);
    expect(await taskOf(clinic)).toMatchObject([{ data: { clinicId: clinic.id, cadence: '336h0m0s' } }]);
    expect(await taskOf(gone)).toEqual([]);
  });
});
