import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  buildSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { newClinic, type TestClinic } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';
import { newCustodialAccount } from '../../support/shares';

const server = serverUnderTest();
const schema = buildSchema(readFileSync(resolve('schema/schema.graphql'), 'utf8'));

/** Longer than any id, and than id columns. */
const long = 'x'.repeat(64);

const plain: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Int: 1,
  Long: 1,
  Float: 1,
  Date: '2024-05-06',
  DateTime: '2024-05-06T07:08:09Z',
  JSON: {},
  JSONObject: {},
};

/** Valid ids, by the field names that accept them. */
type Known = Readonly<Record<string, string>>;

/**
 * A value of an input type in which all ids are too long, except known ones. Without required fields, only ids are set.
 */
function valueOf(type: GraphQLInputType, name: string, known: Known, depth = 0): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, name, known, depth);
  if (isListType(type)) return [valueOf(type.ofType, name, known, depth)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return type.name === 'ID' ? (known[name] ?? long) : (plain[type.name] ?? 'x');
  const fields = Object.values(type.getFields()).filter(
    (field) => depth < 4 && (isNonNullType(field.type) || getNamedType(field.type).name === 'ID'),
  );
  return Object.fromEntries(
    fields.map((field) => [field.name, valueOf(field.type, field.name, known, depth + 1)]),
  );
}

function operationOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, known: Known) {
  const args = field.args.filter(
    (argument) => isNonNullType(argument.type) || getNamedType(argument.type).name === 'ID',
  );
  const [heads, calls] = [
    args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', '),
    args.map(({ name }) => `${name}: $${name}`).join(', '),
  ];
  const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return {
    query: `${kind} ${heads && `(${heads})`} { ${field.name}${calls && `(${calls})`}${selection} }`,
    variables: Object.fromEntries(args.map(({ name, type }) => [name, valueOf(type, name, known)])),
  };
}

const hasIds = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  JSON.stringify(args.map(({ name, type }) => valueOf(type, name, {}))).includes(long);

const roots = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
] as const;

const fields = roots.flatMap(([kind, type]) =>
  Object.values(type?.getFields() ?? {})
    .filter(hasIds)
    .map((field) => ({ kind, field, name: field.name })),
);

let owner: TestAccount;
let clinic: TestClinic;
let serverToken: string;

beforeAll(async () => {
  [owner, clinic, serverToken] = await Promise.all([
    newAccount(server),
    newClinic(server),
    newServerToken(server),
  ]);
});

it('some operations have ids', () => {
  expect(fields.length).toBeGreaterThan(100);
});

it.each(fields)('$name works with ids of 64 characters', async ({ kind, field }) => {
  const accounts = Object.fromEntries(
    ['userId', 'ownerId', 'sharerId', 'followedId', 'id'].map((name) => [name, owner.userId]),
  );
  const callers: [string, Known][] = [
    [serverToken, {}],
    [serverToken, accounts],
    [serverToken, { clinicId: clinic.id, targetId: clinic.id }],
    [owner.token, accounts],
    [clinic.admin.token, { clinicId: clinic.id, userId: clinic.admin.userId }],
  ];
  for (const [token, known] of callers) {
    const { query, variables } = operationOf(kind, field, known);
    if (!JSON.stringify(variables).includes(long)) continue;
    const { body } = await api(server).graph(query, { token, variables });
    const codes = (body.errors ?? []).map(
      ({ extensions }: { extensions: { code: string } }) => extensions.code,
    );
    expect([query, codes]).not.toEqual([query, expect.arrayContaining(['INTERNAL_SERVER_ERROR'])]);
    expect(codes).not.toContain('GRAPHQL_VALIDATION_FAILED');
  }
});

it.each([64, 300, 100_000])(
  'of an account whose id has %i characters, there is no data to delete',
  async (length) => {
    const mutation = 'mutation ($input: DeleteAllDataInput!) { deleteAllData(input: $input) { done } }';
    const variables = { input: { userId: 'a'.repeat(length) } };
    const { body } = await api(server).graph(mutation, { token: serverToken, variables });
    expect(body).toEqual({ data: { deleteAllData: { done: true } } });
  },
);

describe('data under an id is refused if no account can have the id', () => {
  const refusal = async (type: string, field: string, input: object): Promise<unknown> => {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`;
    const { body } = await api(server).graph(query, { token: serverToken, variables: { input } });
    const { code, errors } = body.errors[0].extensions;
    return [code, errors?.map(({ source }: { source: { pointer: string } }) => source.pointer)];
  };

  it.each([64, 300, 100_000])('an id of %i characters', async (length) => {
    const userId = 'a'.repeat(length);
    const custodial = await newCustodialAccount(server, owner, { emails: [newEmail(server)] });
    const { shareCode } = (await api(server).get(clinic.path, { token: serverToken })).body;
    const refusals = [
      await refusal('RecomputeSummaryInput', 'recomputeSummary', { userId, type: 'CGM' }),
      await refusal('InviteClinicInput', 'inviteClinic', { userId, shareCode, permissions: ['VIEW'] }),
    ];
    expect(refusals).toEqual(refusals.map(() => ['BAD_USER_INPUT', ['/input/userId']]));
    const invited = { userId: custodial.userid, invitedBy: userId };
    expect(await refusal('SendSignupConfirmationInput', 'addSignupConfirmation', invited)).toEqual([
      'BAD_USER_INPUT',
      ['/input/invitedBy'],
    ]);
  });
});
