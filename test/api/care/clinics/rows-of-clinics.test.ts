import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, addPatient, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { fill, tablesOfClinics, tablesOfPatients, tablesWith } from '../../../support/rows-of-clinics';

/** The test counts the rows of every table, so that tables added later are included. */
let own: OwnApp;
let token: string;

beforeAll(async () => {
  own = await startOwnApp();
  token = await newServerToken(own.server);
});

afterAll(() => own.close());

const names = (tables: { tableName: string }[]): string[] => tables.map(({ tableName }) => tableName);

/** A clinic and a patient with a row in every table. */
async function known(): Promise<{ clinic: TestClinic; userId: string }> {
  const clinic = await newClinic(own.server);
  const { id: userId } = await newPatient(own.server, clinic);
  await fill(own.database, tablesOfClinics(own.database), clinic.id, userId as string);
  return { clinic, userId: userId as string };
}

/** The log of removals stays, and old requests stay. */
const records = ['clinic_deletions', 'confirmations'];

/** The tables with rows of the clinic, other than `records`. */
const leftOf = async ({ id: clinicId }: TestClinic): Promise<string[]> =>
  (await tablesWith(own.database, tablesOfClinics(own.database), { clinicId })).filter(
    (name) => !records.includes(name),
  );

const merge = async (target: TestClinic, source: TestClinic): Promise<void> =>
  accepted(await api(own.server).post(`${target.path}/merge`, { token, body: { sourceId: source.id } }));

describe('when a clinic is merged into another', () => {
  it("every table has the patients' rows there", async () => {
    const { clinic: source, userId } = await known();
    const target = await newClinic(own.server);
    const tables = tablesOfPatients(own.database);
    const before = await tablesWith(own.database, tables, { clinicId: source.id, userId });
    expect(before).toEqual(names(tables));
    await merge(target, source);
    const after = await tablesWith(own.database, tables, { clinicId: target.id, userId });
    // Tags become those of the target with the same name; the row of the test has an unknown tag.
    expect(after).toEqual(before.filter((name) => name !== 'patient_taggings'));
  });

  it('no table has rows of it except the log of removals', async () => {
    const { clinic: source } = await known();
    const target = await newClinic(own.server);
    await merge(target, source);
    expect(await leftOf(source)).toEqual([]);
  });

  it("a patient of both has one record, with the target's details", async () => {
    const { clinic: source, userId } = await known();
    const target = await newClinic(own.server);
    await addPatient(own.server, target, { userId }, ['view'], { fullName: 'Known To Target' });
    await fill(own.database, tablesOfPatients(own.database), target.id, userId);
    await merge(target, source);
    const path = `${target.path}/patients/${userId}`;
    const { fullName } = accepted(await api(own.server).get(path, { token }));
    expect(fullName).toBe('Known To Target');
    expect(await leftOf(source)).toEqual([]);
  });
});

describe('when a patient is removed from a clinic', () => {
  it('no table has rows of them there', async () => {
    const { clinic, userId } = await known();
    const elsewhere = await newClinic(own.server);
    await addPatient(own.server, elsewhere, { userId }, ['view']);
    const tables = tablesOfPatients(own.database);
    await fill(own.database, tables, elsewhere.id, userId);
    const other = await known();
    accepted(
      await api(own.server).delete(`${clinic.path}/patients/${userId}`, { token: clinic.admin.token }),
    );
    const left = await tablesWith(own.database, tables, { clinicId: clinic.id, userId });
    expect(left).toEqual([]);
    // Rows of another clinic, or of another patient, stay.
    expect(await tablesWith(own.database, tables, { clinicId: elsewhere.id, userId })).toEqual(names(tables));
    const others = { clinicId: other.clinic.id, userId: other.userId };
    expect(await tablesWith(own.database, tables, others)).toEqual(names(tables));
  });
});

describe('when a clinic is deleted', () => {
  it('no table has rows of it except its code, its prescriptions and the log of removals', async () => {
    const { clinic, userId } = await known();
    const other = await known();
    accepted(
      await api(own.server).delete(`${clinic.path}/patients/${userId}`, { token: clinic.admin.token }),
    );
    accepted(await api(own.server).delete(clinic.path, { token }));
    // A code never leads to another clinic, and prescriptions stay with their patients.
    const kept = ['prescription_revisions', 'prescriptions', 'clinic_share_codes'];
    expect((await leftOf(clinic)).sort()).toEqual(kept.sort());
    expect(await leftOf(other.clinic)).toEqual(
      names(tablesOfClinics(own.database)).filter((name) => !records.includes(name)),
    );
  });
});
