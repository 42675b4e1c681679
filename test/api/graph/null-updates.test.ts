import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import type { Update } from './update';
import { updates } from './updates';

const server = serverUnderTest();
const { graph } = api(server);
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** Names of mutations that change something instead of creating or removing it. */
const changing = /^(update|set|edit|rename|configure|replace)[A-Z]/;

/** Fields that null neither clears nor fails to clear, and why. */
const unlikeValues: Readonly<Record<string, string>> = {
  clear: 'names what to clear, so null names nothing',
};

/** What fields within objects are without a value, as their descriptions say. */
const defaults: Readonly<Record<string, string>> = {
  'updateEhrSettings.scheduledReports.onUploadNoteEventType': 'NEW',
  'updatePatient.glycemicRanges.preset': 'STANDARD',
};

/** Fields that exclude another one of their object. */
const alternatives = ['updatePatient.glycemicRanges.custom'];

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

/** Objects in the input of an update whose fields may be null, and these fields, as paths. Lists are single values. */
function nestedFields(type: GraphQLInputType, path: readonly string[] = []): string[][] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    const place = [...path, field.name];
    const own = path.length > 0 && !isNonNullType(field.type) ? [place] : [];
    return isListType(getNullableType(field.type)) ? own : [...own, ...nestedFields(field.type, place)];
  });
}

/** Paths into the changes themselves, which other tests try. */
const nestedIn = ({ mutation, within }: Update): string[] => {
  const type = inputOf(mutation);
  const fields = getNamedType(type);
  const changes = within !== undefined && isInputObjectType(fields) ? fields.getFields()[within]?.type : type;
  return nestedFields(changes as GraphQLInputType)
    .map((path) => path.join('.'))
    .filter((path) => !alternatives.includes(`${mutation}.${path}`));
};

/** The fields of an update that may be null. */
const clearableIn = ({ mutation, within }: Update): string[] =>
  fieldsOf(inputOf(mutation), within).filter((field) => !(field in unlikeValues));

it('every mutation that changes something and has fields that may be null is tried', () => {
  const names = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) =>
    changing.test(name),
  );
  const withFields = names.filter((name) => fieldsOf(inputOf(name)).length > 0);
  const tried = new Set(updates.map(({ mutation }) => mutation));
  expect([...tried].toSorted()).toEqual(withFields.toSorted());
});

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.values<Json>(value).every(isEmpty));

const at = (value: Json, path: readonly string[]): Json =>
  path.reduce((each: Json, name) => each?.[name], value);

/** The value with another one at the path; without anything there if that is undefined. */
const replaced = (value: Json, [name = '', ...rest]: readonly string[], by: Json): Json => ({
  ...value,
  [name]: rest.length > 0 ? replaced(value[name], rest, by) : by,
});

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
    return { change, filled, key, read };
  };

  it('keeps what is absent', async () => {
    const { change, filled, read } = await open();
    const before = await read();
    for (const field of Object.keys(filled)) expect([field, isEmpty(before[field])]).toEqual([field, false]);
    const { errors = [] } = await change({});
    for (const { extensions } of errors) expect(extensions.code).toBe('BAD_USER_INPUT');
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
    expect({ ...after, [field]: before[field] }).toEqual(before);
  });

  // An object within the changes is one value: what is sent replaces it as a whole.
  const nested = nestedIn(update).map((path) => [path, defaults[`${mutation}.${path}`] ?? null] as const);
  if (nested.length > 0)
    it.each(nested)('takes "%s" for %j if it is null or absent', async (path, standard) => {
      const { change, filled, key, read } = await open();
      const [top = '', ...rest] = path.split('.');
      const value = { ...key, ...filled }[top] as Json;
      expect(await change({ [top]: value })).not.toHaveProperty('errors');
      const before = await read();
      expect(isEmpty(at(before[top], rest))).toBe(false);
      for (const nothing of [null, undefined]) {
        expect(await change({ [top]: replaced(value, rest, nothing) })).not.toHaveProperty('errors');
        const after = await read();
        const left = at(after[top], rest) ?? null;
        expect(standard === null ? isEmpty(left) : left).toEqual(standard ?? true);
        expect({ ...after, [top]: replaced(after[top], rest, at(before[top], rest)) }).toEqual(before);
        expect(await change({ [top]: value })).not.toHaveProperty('errors');
      }
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
