import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { addPatient, newClinic, newPatient } from '../../../support/clinics';
import { startOwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';

const query = `query Mixed($id: ID!) {
  clinic(id: $id) { patients(first: 10) { edges { node { fullName summary { __typename } user { id } } } } }
}`;

it('what a list shows of many patients is stored once for each kind of access, in whatever order they come', async () => {
  const own = await startOwnApp();
  try {
    const clinic = await newClinic(own.server);
    for (const [place, fullName] of ['A', 'B', 'C', 'D', 'E', 'F'].entries())
      if (place % 2 === 0) await newPatient(own.server, clinic, { fullName });
      else
        await addPatient(own.server, clinic, await newAccount(own.server), ['view', 'note'], {
          ...{ fullName, birthDate: '1990-05-06' },
        });
    const { body } = await api(own.server).graph(query, {
      token: clinic.admin.token,
      variables: { id: clinic.id },
    });
    expect(body.errors).toBeUndefined();
    const stored = await waitFor('the entries of six patients', async () => {
      const rows = await own.database.reader.query<{ permissions: string; subjects: number }[]>(
        `SELECT a.permissions, COUNT(r.id) AS subjects FROM audit_accesses a JOIN audit_reads r ON r.access_id = a.id
          WHERE a.operation = 'query Mixed' GROUP BY a.id, a.permissions ORDER BY a.permissions`,
      );
      return rows.reduce((sum, { subjects }) => sum + Number(subjects), 0) === 6 ? rows : undefined;
    });
    expect(stored.map(({ subjects }) => Number(subjects))).toEqual([3, 3]);
  } finally {
    await own.close();
  }
});
