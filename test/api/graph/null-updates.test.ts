import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isInputObjectType, isNonNullType, type GraphQLInputType } from 'graphql';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { updates, type Update } from './updates';

const server = serverUnderTest();
const { graph } = api(server);
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** Names of mutations that change something instead of creating or removing it. */
const changing = /^(update|set|edit|rename|configure|replace)[A-Z]/;

/** Fields that null neither clears nor fails to clear, and why. */
const unlikeValues: Readonly<Record<string, string>> = {
  clear: 'names what to clear, so null names nothing',
  oauthToken: 'is a secret, which the graph does not show; without it, the session has none',
};

/** Mutations that replace the whole content, as the REST route does: an absent field is removed. */
const replacing = ['updateProviderSession'];

const fieldsOf = (type: GraphQLInputType, within?: string): string[] => {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  const fields = named.getFields();
  const changes = within === undefined ? undefined : fields[within];
  if (changes) return fieldsOf(changes.type);
  return Object.values(fields)
    .filter((field) => !isNonNullType(field.type))
    .map(({ name }) => name);
};

const inputOf = (mutation: string): GraphQLInputType => {
  const field = schema.getMutationType()?.getFields()[mutation];
  const input = field?.args.find(({ name }) => name === 'input');
  if (!input) throw new Error(`${mutation} has no input.`);
  return input.type;
};

/** The fields of an update that may be null. */
const clearableIn = ({ mutation, within }: Update): string[] =>
  fieldsOf(inputOf(mutation), within).filter((field) => !(field in unlikeValues));

it('every mutation that changes something and has fields that may be null is tried', () => {
  const names = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) =>
    changing.test(name),
  );
  const withFields = names.filter((name) => fieldsOf(inputOf(name)).length > 0);
  expect(updates.map(({ mutation }) => mutation).toSorted()).toEqual(withFields.toSorted());
});

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.values<Json>(value).every(isEmpty));

describe.each(updates)('$mutation', (update) => {
  const { mutation, within } = update;
  const inputType = String(inputOf(mutation));

  const open = async () => {
    const { token, key, read, values } = await update.open();
    const change = async (fields: object): Promise<Json> => {
      const input = { ...key, ...(within === undefined ? fields : { [within]: fields }) };
      const query = `mutation ($input: ${inputType}) { ${mutation}(input: $input) { __typename } }`;
      return (await graph(query, { token, variables: { input } })).body;
    };
    const filled = { ...update.values, ...values };
    expect(await change(filled)).not.toHaveProperty('errors');
    return { change, filled, read };
  };

  it('keeps what is absent', async () => {
    const { change, filled, read } = await open();
    const before = await read();
    for (const field of Object.keys(filled)) expect([field, isEmpty(before[field])]).toEqual([field, false]);
    const { errors = [] } = await change({});
    for (const { extensions } of errors) expect(extensions.code).toBe('BAD_USER_INPUT');
    if (replacing.includes(mutation)) {
      const after = await read();
      for (const field of Object.keys(filled)) expect([field, isEmpty(after[field])]).toEqual([field, true]);
      return;
    }
    expect(await read()).toEqual(before);
    for (const [field, value] of Object.entries(filled)) {
      const { errors: refused = [] } = await change({ [field]: value });
      for (const { extensions } of refused) expect(extensions.code).toBe('BAD_USER_INPUT');
      expect(await read()).toEqual(before);
    }
  });

  it.each(clearableIn(update))('clears "%s" for null, or says that it cannot', async (field) => {
    const { change, filled, read } = await open();
    const before = await read();
    const { errors } = await change({ [field]: null });
    const after = await read();
    if (errors) {
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(errors[0].message).toContain(`"${field}"`);
      expect(after).toEqual(before);
      return;
    }
    expect(Object.keys(filled)).toContain(field);
    expect(isEmpty(after[field])).toBe(true);
    if (!replacing.includes(mutation)) expect({ ...after, [field]: before[field] }).toEqual(before);
  });

  if (within !== undefined)
    it.each(fieldsOf(inputOf(mutation)))('refuses null for "%s"', async (field) => {
      const { token, key } = await update.open();
      const query = `mutation ($input: ${inputType}) { ${mutation}(input: $input) { __typename } }`;
      const { body } = await graph(query, { token, variables: { input: { ...key, [field]: null } } });
      expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(body.errors[0].message).toContain(`"${field}"`);
    });
});
