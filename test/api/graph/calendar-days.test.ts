import { readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType, isObjectType } from 'graphql';
import { api } from '../../support/api';
import { newClinic, patientFields } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { graph, post } = api(server);
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** Days that are texts, and why. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'Written by applications, which no rule checks; clients of REST get the same text.': [
    ...['CreatorPatient.birthday', 'CreatorPatient.diagnosisDate'],
  ],
};

it('days are of the type Date, or it is known why not', () => {
  const found = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInputObjectType(type))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ description }) => description?.includes('`YYYY-MM-DD`'))
        .filter((field) => !/^Date!?$/.test(String(field.type)))
        .map(({ name }) => `${type.name}.${name}`),
    );
  expect(found.toSorted()).toEqual(Object.values(texts).flat().toSorted());
});

const days = [
  ...['1990-05-06', '2024-02-29', '1900-01-01', '2023-02-29', '1990-13-01', '1990-5-6', '06.05.1990'],
  ...['0001-01-01', '0000-00-00', '9999-12-31', '1990-05-06T00:00:00Z', ' 1990-05-06', 'x', ''],
];

it.each(days)(
  'the graph accepts "%s" as a birthday if REST does, and says at which field it is wrong',
  async (birthDate) => {
    const { id, path, admin } = await newClinic(server);
    const body = { ...patientFields, birthDate };
    const { status } = await post(`${path}/patients`, { token: admin.token, body });
    const answer = await graph(
      `mutation ($birthDate: Date!, $clinicId: ID!) {
      createPatient(input: { clinicId: $clinicId, fullName: "Ann Other", birthDate: $birthDate }) {
        patient { birthDate } userErrors { field code }
      }
    }`,
      { token: admin.token, variables: { birthDate, clinicId: id } },
    );
    expect(answer.body.errors).toBeUndefined();
    const { patient, userErrors } = answer.body.data.createPatient;
    expect({ accepted: userErrors.length === 0 }).toEqual({ accepted: status < 400 });
    if (status < 400) expect(patient.birthDate ?? birthDate).toBe(birthDate);
    else expect(userErrors).toEqual([{ field: ['input', 'birthDate'], code: 'BAD_USER_INPUT' }]);
  },
);

it('refuses what is no text as no day', async () => {
  const { body } = await graph(
    'mutation ($day: Date!) { createPatient(input: { clinicId: "any", fullName: "Ann", birthDate: $day }) { patient { id } } }',
    {
      token: (await newClinic(server)).admin.token,
      variables: { day: 19900506 },
    },
  );
  expect(JSON.stringify(body.errors)).toContain('is not a day such as 1990-05-06');
});
