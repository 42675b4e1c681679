import 'reflect-metadata';
import { Database } from '../../../../src/platform/database/database';
import { PatientDirectory } from '../../../../src/care/patients/patient-directory.service';
import { newPatientRow } from '../../../../src/care/patients/patient-fields';
import { PatientEntity } from '../../../../src/care/patients/patient.entity';
import { persistence } from '../../../../src/persistence';

let database: Database;

beforeAll(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
});

afterAll(() => database.close());

it('finds as many entities as requested, whatever the number', async () => {
  const clinicId = 'c'.repeat(24);
  const known = { fullName: 'A', birthDate: '' };
  const rows = Array.from({ length: 40 }, (_, user) =>
    newPatientRow({ ...known, clinicId, userId: String(user), permissions: ['view'] }, user),
  );
  await database.insert(PatientEntity, rows);
  const strangers = Array.from({ length: 40_000 }, (_, user) => `stranger ${user}`);
  const ids = [...strangers, ...rows.map(({ id }) => id)];
  expect(await database.plain.find(PatientEntity, { id: ids })).toHaveLength(40);
  const found = await new PatientDirectory(database).findByIds(ids);
  expect(found.map(({ patient }) => patient.id)).toEqual(rows.map(({ id }) => id));
});
