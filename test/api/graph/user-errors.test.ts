import { newAccount, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newClinic, newPatient, type TestClinic } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { graph, post } = api(server);

const errors = 'userErrors { field message code }';

/** A change that a person can mend, of a clinic or of an account. */
interface Refused {
  code: string;
  field: string[] | null;
  mutation: string;
  inputType: string;
  /** Fields of the payload. */
  payload: string;
  input: (clinic: TestClinic) => Promise<object> | object;
  /** Made by somebody who works in no clinic. */
  isPerson?: boolean;
}

/** An input with a name that the clinic has already. */
const named =
  (mutation: string, inputType: string, payload: string): Refused['input'] =>
  async ({ id, admin }) => {
    const input = { clinicId: id, name: 'Twice' };
    await change(mutation, inputType, payload, input, admin);
    return input;
  };

const refusedChanges: Refused[] = [
  {
    code: 'BAD_USER_INPUT',
    field: ['input', 'dataSet', 'dataSetType'],
    mutation: 'createDataSet',
    inputType: 'CreateDataSetInput',
    payload: 'dataSet { id }',
    input: ({ admin }) => ({ userId: admin.userId, dataSet: { dataSetType: 'unheard-of' } }),
  },
  {
    code: 'BAD_USER_INPUT',
    field: ['input', 'ageGroup'],
    mutation: 'grantConsent',
    inputType: 'GrantConsentInput',
    payload: 'record { id }',
    input: ({ admin }) => ({
      ...{ userId: admin.userId, type: 'big_data_donation_project', version: 1 },
      ...{ ageGroup: 'ageless', grantorType: 'owner', ownerName: 'Ann Own' },
    }),
  },
  {
    code: 'CONFLICT',
    field: ['input', 'name'],
    mutation: 'createPatientTag',
    inputType: 'CreatePatientTagInput',
    payload: 'tag { id }',
    input: named('createPatientTag', 'CreatePatientTagInput', 'tag { id }'),
  },
  {
    code: 'CONFLICT',
    field: ['input', 'name'],
    mutation: 'createSite',
    inputType: 'CreateSiteInput',
    payload: 'site { id }',
    input: named('createSite', 'CreateSiteInput', 'site { id }'),
  },
  {
    code: 'CONFLICT',
    field: ['input', 'email'],
    mutation: 'inviteClinician',
    inputType: 'InviteClinicianInput',
    payload: 'clinician { inviteId }',
    input: ({ id, admin }) => ({ clinicId: id, email: admin.email, roles: ['CLINIC_MEMBER'] }),
  },
  {
    code: 'CONFLICT',
    field: ['input', 'email'],
    mutation: 'sendInvitation',
    inputType: 'SendInvitationInput',
    payload: 'invitation { key }',
    input: async ({ admin }) => {
      const { email } = await newAccount(server);
      const input = { userId: admin.userId, email, permissions: ['VIEW'] };
      await change('sendInvitation', 'SendInvitationInput', 'invitation { key }', input, admin);
      return input;
    },
  },
  {
    code: 'CONFLICT',
    field: ['input', 'shareCode'],
    mutation: 'inviteClinic',
    inputType: 'InviteClinicInput',
    payload: 'invitation { key }',
    input: async ({ admin }) => {
      const { shareCode } = await newClinic(server);
      const input = { userId: admin.userId, shareCode, permissions: ['VIEW'] };
      await change('inviteClinic', 'InviteClinicInput', 'invitation { key }', input, admin);
      return input;
    },
  },
  {
    code: 'NOT_FOUND',
    field: ['input', 'shareCode'],
    mutation: 'inviteClinic',
    inputType: 'InviteClinicInput',
    payload: 'invitation { key }',
    input: ({ admin }) => ({ userId: admin.userId, shareCode: 'ABCD-EFGH-JKLM', permissions: ['VIEW'] }),
  },
  {
    code: 'CONFLICT',
    field: ['input', 'username'],
    mutation: 'updateMe',
    inputType: 'UpdateMeInput',
    payload: 'user { id }',
    input: async () => newAccount(server).then(({ email }) => ({ username: email, emails: [email] })),
  },
  {
    code: 'CONFLICT',
    field: ['input', 'emails'],
    mutation: 'updateMe',
    inputType: 'UpdateMeInput',
    payload: 'user { id }',
    input: async () => ({ emails: [(await newAccount(server)).email] }),
  },
  {
    code: 'CONFLICT',
    field: ['input', 'email'],
    mutation: 'createPatient',
    inputType: 'CreatePatientInput',
    payload: 'patient { userId }',
    input: async ({ id }) => ({
      ...{ clinicId: id, fullName: 'Ann Other', birthDate: '1990-05-06' },
      email: (await newAccount(server)).email,
    }),
  },
  {
    code: 'BAD_USER_INPUT',
    field: ['input', 'apple', 'token'],
    mutation: 'registerDeviceToken',
    inputType: 'RegisterDeviceTokenInput',
    payload: 'deviceToken { id }',
    input: ({ admin: { userId } }) => ({ userId, apple: { token: 'no base64', environment: 'SANDBOX' } }),
  },
  {
    code: 'NOT_FOUND',
    field: ['input', 'tagId'],
    mutation: 'renamePatientTag',
    inputType: 'RenamePatientTagInput',
    payload: 'tag { id }',
    input: ({ id }) => ({ clinicId: id, tagId: '0123456789abcdef01234567', name: 'Nobody has it' }),
  },
  {
    code: 'PRECONDITION_FAILED',
    field: null,
    mutation: 'updateClinician',
    inputType: 'UpdateClinicianInput',
    payload: 'clinician { userId }',
    input: ({ id, admin }) => ({
      ...{ clinicId: id, userId: admin.userId },
      ...{ roles: ['CLINIC_ADMIN'], expectedVersion: 'outdated' },
    }),
  },
  {
    code: 'UNPROCESSABLE',
    field: ['input', 'userId'],
    mutation: 'removeClinician',
    inputType: 'RemoveClinicianInput',
    payload: 'done',
    input: ({ id, admin }) => ({ clinicId: id, userId: admin.userId }),
  },
  {
    code: 'PASSWORD_REQUIRED',
    field: ['input', 'password'],
    mutation: 'deleteUser',
    inputType: 'DeleteUserInput',
    payload: 'done',
    input: () => ({ password: 'wrong' }),
    isPerson: true,
  },
];

const document = (mutation: string, inputType: string, selection: string): string =>
  `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { ${selection} } }`;

const change = (
  mutation: string,
  inputType: string,
  selection: string,
  input: object,
  { token }: TestAccount,
  headers: Record<string, string> = {},
) => graph(document(mutation, inputType, selection), { token, variables: { input }, headers });

describe('what a person can mend', () => {
  it.each(refusedChanges)(
    'is data with $code of $mutation where the operation selects it',
    async (refused) => {
      const clinic = await newClinic(server);
      const { mutation, inputType, payload, code, field, isPerson } = refused;
      const input = await refused.input(clinic);
      const account = isPerson ? await newAccount(server) : clinic.admin;
      const asked = await change(mutation, inputType, `${payload} ${errors}`, input, account);
      const name = payload.split(' ')[0] ?? '';
      expect(asked.body.errors).toBeUndefined();
      expect(asked.body.data[mutation]).toMatchObject({ [name]: null, userErrors: [{ field, code }] });
      expect(asked.body.data[mutation].userErrors[0].message).toMatch(/\w+ \w+/);
    },
  );

  it.each(refusedChanges)('is an error with $code of $mutation where it does not', async (refused) => {
    const clinic = await newClinic(server);
    const { mutation, inputType, payload, code, isPerson } = refused;
    const input = await refused.input(clinic);
    const account = isPerson ? await newAccount(server) : clinic.admin;
    const { body } = await change(mutation, inputType, payload, input, account);
    expect(body.data).toEqual({ [mutation]: null });
    expect(body.errors).toMatchObject([{ path: [mutation], extensions: { code } }]);
  });

  it('names no field to callers of REST', async () => {
    const { path, admin } = await newClinic(server);
    const create = () => post(`${path}/sites`, { token: admin.token, body: { name: 'Twice' } });
    expect((await create()).status).toBe(200);
    const message = 'The clinic already has a site with this name.';
    expect((await create()).body).toEqual({ code: 409, message, reason: message });
  });

  it('is data for each change of an operation alone', async () => {
    const { id, admin } = await newClinic(server);
    const one = (key: string, name: string) =>
      `${key}: createPatientTag(input: { clinicId: "${id}", name: "${name}" }) { tag { name } ${errors} }`;
    const { body } = await graph(`mutation { ${one('a', 'One')} ${one('b', 'one')} ${one('c', 'Two')} }`, {
      token: admin.token,
    });
    expect(body).toMatchObject({
      data: {
        a: { tag: { name: 'One' }, userErrors: [] },
        b: { tag: null, userErrors: [{ code: 'CONFLICT' }] },
        c: { tag: { name: 'Two' }, userErrors: [] },
      },
    });
    expect(body.errors).toBeUndefined();
  });

  it('lists all problems of an input', async () => {
    const { userId, token } = await newAccount(server);
    const input = {
      ...{ userId, type: 'big_data_donation_project', version: 1 },
      ...{ ageGroup: 'ageless', grantorType: 'nobody', ownerName: '' },
    };
    const { body } = await graph(document('grantConsent', 'GrantConsentInput', errors), {
      token,
      variables: { input },
    });
    const fields = body.data.grantConsent.userErrors.map(({ field }: Json) => field.join('.'));
    expect(fields.sort()).toEqual(['input.ageGroup', 'input.grantorType', 'input.ownerName']);
  });

  it('leaves fields alone that have rules and resolvers of their own', async () => {
    const { id, admin } = await newClinic(server);
    const selection = `clinician { userId clinic { name membershipRestrictions { emailDomain } } } ${errors}`;
    const input = {
      clinicId: id,
      userId: admin.userId,
      roles: ['CLINIC_ADMIN'],
      expectedVersion: 'outdated',
    };
    const { body } = await change('updateClinician', 'UpdateClinicianInput', selection, input, admin);
    expect(body).toEqual({
      data: {
        updateClinician: {
          clinician: null,
          userErrors: [{ field: null, message: expect.any(String), code: 'PRECONDITION_FAILED' }],
        },
      },
    });
  });

  it('is refused again when it is repeated with its key', async () => {
    const { id, admin } = await newClinic(server);
    const input = { clinicId: id, name: 'Once' };
    const create = (key: string) =>
      change('createPatientTag', 'CreatePatientTagInput', `tag { id } ${errors}`, input, admin, {
        'Idempotency-Key': key,
      });
    const [first, again] = [await create('first'), await create('first')];
    expect(again.body.data.createPatientTag).toEqual(first.body.data.createPatientTag);
    for (const { body } of [await create('second'), await create('second')])
      expect(body.data.createPatientTag).toMatchObject({ tag: null, userErrors: [{ code: 'CONFLICT' }] });
  });
});

describe('whether errors are selected', () => {
  const taken = async (): Promise<{ admin: TestAccount; input: object }> => {
    const { id, admin } = await newClinic(server);
    const input = { clinicId: id, name: 'Taken' };
    await change('createPatientTag', 'CreatePatientTagInput', 'tag { id }', input, admin);
    return { admin, input };
  };

  const refused = 'fragment Refused on PatientTagPayload { userErrors { code } }';

  it.each<[selection: string, isData: boolean, fragment?: string]>([
    ['...Refused', true, refused],
    ['... on PatientTagPayload { userErrors { code } }', true],
    ['why: userErrors { __typename }', true],
    ['userErrors @skip(if: $no) { code }', true],
    ['userErrors @include(if: $no) { code }', false],
    ['...Refused @include(if: $no)', false, refused],
    ['... @include(if: $no) { userErrors { code } }', false],
    ['tag { id }', false],
  ])('is seen in %s', async (selection, isData, fragment = '') => {
    const { admin, input } = await taken();
    const query = `mutation ($input: CreatePatientTagInput!, $no: Boolean! = false) {
      createPatientTag(input: $input) { __typename tag @skip(if: $no) { id } ${selection} }
    } ${fragment}`;
    const { body } = await graph(query, { token: admin.token, variables: { input } });
    const data = { createPatientTag: isData ? { __typename: 'PatientTagPayload', tag: null } : null };
    expect(body).toMatchObject({ data });
    expect(body.errors?.[0].extensions.code).toBe(isData ? undefined : 'CONFLICT');
  });
});

describe('an error that nobody can mend by another input', () => {
  it('stays an error: no permission, and no token', async () => {
    const [clinic, stranger] = [await newClinic(server), await newAccount(server)];
    const patient = await newPatient(server, clinic);
    const input = { clinicId: clinic.id, userId: patient.id, fullName: 'Not mine' };
    const selection = `patient { fullName } ${errors}`;
    const run = (token?: string) =>
      graph(document('updatePatient', 'UpdatePatientInput', selection), { token, variables: { input } });
    expect((await run(stranger.token)).body).toMatchObject({
      data: { updatePatient: null },
      errors: [{ path: ['updatePatient'], extensions: { code: 'FORBIDDEN' } }],
    });
    expect((await run()).body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('stays an error: a document or a value that does not fit the schema', async () => {
    const { token } = await newAccount(server);
    const { status, body } = await graph(document('createPatientTag', 'CreatePatientTagInput', errors), {
      token,
      variables: { input: { name: 'No clinic' } },
    });
    expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
  });
});
