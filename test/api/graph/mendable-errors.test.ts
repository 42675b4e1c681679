import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newClinic } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { graph } = api(server);
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** The codes of what a person can mend. */
const mendable = (schema.getType('UserErrorCode') as GraphQLEnumType).getValues().map(({ name }) => name);

/** Ends the session of the caller, or the account. */
const ending = /^(logOut|renewSession|deleteUser|endSession|endUserSessions|disableUser)$/;

/** Ids that name nothing, of the kinds that there are. */
const nobody = { uuid: crypto.randomUUID(), hex: 'f'.repeat(24) };

/** A value of a type that fits nothing: it is well-formed, and names nothing that exists. */
function invented(type: GraphQLInputType, id: string): Json {
  if (isNonNullType(type)) return invented(type.ofType, id);
  if (isListType(type)) return [invented(type.ofType, id)];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (isInputObjectType(named)) {
    const required = Object.values(named.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(required.map((field) => [field.name, invented(field.type, id)]));
  }
  const values: Json = { ID: id, Int: -1, Long: -1, Float: -1, Boolean: true, String: 'x\u0007' };
  return values[named.name] ?? (named.name.startsWith('JSON') ? { odd: 'x' } : '2024-05-06T07:08:09Z');
}

async function answerTo(mutation: GraphQLField<unknown, unknown>, id: string, token: string): Promise<Json> {
  const given = mutation.args.filter(({ name }) => name === 'input');
  const variables = Object.fromEntries(given.map(({ name, type }) => [name, invented(type, id)]));
  const head = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const call = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `mutation ${head && `(${head})`} {
    changed: ${mutation.name}${call && `(${call})`} { userErrors { field message code } }
  }`;
  return (await graph(query, { token, variables })).body;
}

describe('the mutations of the schema', () => {
  it.each(mutations)('$name has a payload that can say what a person can mend', ({ type }) => {
    const payload = getNamedType(type);
    expect(isNonNullType(type)).toBe(false);
    if (!isObjectType(payload)) throw new Error(`${payload.name} is no object.`);
    const { userErrors, ...others } = payload.getFields();
    expect(String(userErrors?.type)).toBe('[UserError!]!');
    const demanding = Object.values(others).filter((field) => isNonNullType(field.type));
    expect(demanding.map(({ name }) => name)).toEqual([]);
  });

  it('say it as data wherever a value is not valid or an id names nothing', async () => {
    const [{ admin }, serverToken] = [await newClinic(server), await newServerToken(server)];
    const told: string[] = [];
    for (const token of [admin.token, serverToken]) {
      for (const id of Object.values(nobody)) {
        for (const mutation of mutations.filter(({ name }) => !ending.test(name))) {
          const { data, errors = [] } = await answerTo(mutation, id, token);
          const asErrors = errors.filter(({ extensions }: Json) => mendable.includes(extensions.code));
          expect([mutation.name, asErrors]).toEqual([mutation.name, []]);
          const userErrors: Json[] = data.changed?.userErrors ?? [];
          for (const { message } of userErrors) expect(message).toMatch(/\w+ \w+/);
          if (userErrors.length > 0) told.push(mutation.name);
        }
      }
    }
    expect(new Set(told).size).toBeGreaterThan(80);
  });
});
