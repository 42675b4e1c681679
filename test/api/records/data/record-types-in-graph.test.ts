import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { prepareBatch } from '../../../support/prepare-batch';
import type { Field, RecordType } from '../../../../src/platform/validation/vocabulary';
import { api, type Json } from '../../../support/api';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import {
  exampleRecord,
  exampleRecordWith,
  freeFields,
  nameOf,
  uploadableTypes,
} from '../../../unit/records/data/record-types/example-records';

const server = serverUnderTest();
const { graph } = api(server);

let schema: GraphQLSchema;
beforeAll(async () => {
  const { body } = await graph(getIntrospectionQuery());
  schema = buildClientSchema(body.data);
});

/** Whether a field is an edge of a record rather than part of it. */
const isApart = (type: GraphQLNamedType): boolean =>
  type.name === 'DataSet' ||
  ((isObjectType(type) || isInterfaceType(type)) &&
    [type, ...type.getInterfaces()].some(({ name }) => name === 'Datum'));

/** Selects everything within a type, to a depth below the limit of queries. */
function selectionOf(type: GraphQLNamedType, levels = 3): string {
  if (isUnionType(type)) {
    const parts = type.getTypes().map((each) => `... on ${each.name} ${selectionOf(each, levels)}`);
    return `{ __typename ${parts.join(' ')} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isApart(inner)) return [];
    const isLeaf = !isObjectType(inner) && !isInterfaceType(inner) && !isUnionType(inner);
    if (isLeaf) return [field.name];
    return levels > 0 ? [`${field.name} ${selectionOf(inner, levels - 1)}`] : [];
  });
  return `{ ${fields.length > 0 ? fields.join(' ') : '__typename'} }`;
}

/** Valid records of a type: one for each of its fields, and one for each enum value. */
function examplesOf(type: RecordType): Record<string, unknown>[] {
  const withWords = type.fields.flatMap((field) =>
    wordsOf(field).map((word) =>
      exampleRecord(type, { [field.name]: field.kind === 'textList' ? [word] : word }),
    ),
  );
  const examples = [
    exampleRecord(type),
    ...freeFields(type).map((field) => exampleRecordWith(type, field)),
    ...withWords.filter((record) => 'records' in prepareBatch([record])),
  ];
  return examples.map(({ id: _id, ...record }) => record);
}

function wordsOf(field: Field): string[] {
  if (field.kind === 'text' && field.enumeration) return Object.keys(field.enumeration.values);
  return field.kind === 'textList' && field.itemEnumeration ? Object.keys(field.itemEnumeration.values) : [];
}

/** The graph says nothing of amounts and rates of glucose whose unit is not known. */
function isUnderstood(record: Json, wireName: string, field: Field): boolean {
  if (!(wireName in record) || !('convert' in field && field.convert)) return wireName in record;
  const units = (field.unitsFrom ?? '').split('.').reduce((value: Json, name) => value?.[name], record);
  return typeof units === 'string';
}

describe('a record of each type in the graph', () => {
  it.each(uploadableTypes.map((type) => [nameOf(type), type] as const))('%s', async (_name, type) => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), examplesOf(type));
    const wire = (await person.records()).filter((record) => isOf(type, record));
    expect(wire.length).toBeGreaterThanOrEqual(examplesOf(type).length);

    const { graphqlName } = type;
    const graphType = schema.getType(graphqlName)!;
    const query = `query ($after: String) { me { data(first: 60, after: $after) {
      edges { node { __typename ... on ${graphqlName} ${selectionOf(graphType)} } }
      pageInfo { hasNextPage endCursor }
    } } }`;
    const nodes: Json[] = [];
    for (let after: string | null = null, isMore = true; isMore;) {
      const { body }: { body: Json } = await graph(query, { token: person.token, variables: { after } });
      expect(body.errors).toBeUndefined();
      const { edges, pageInfo } = body.data.me.data;
      nodes.push(...edges.map(({ node }: Json) => node));
      after = pageInfo.endCursor;
      isMore = pageInfo.hasNextPage;
    }

    const own = nodes.filter(({ __typename }) => __typename === graphqlName);
    expect(own.map(({ id }) => id)).toEqual(wire.map(({ id }) => id));
    const names = isObjectType(graphType) ? Object.keys(graphType.getFields()) : [];
    for (const field of freeFields(type)) {
      const [wireName, graphName] = [field.returnedAs ?? field.name, graphNameOf(field)];
      if (!names.includes(graphName)) continue;
      const presentInGraph = own.map((node) => node[graphName] !== null);
      expect([graphName, presentInGraph]).toEqual([
        graphName,
        wire.map((record) => isUnderstood(record, wireName, field)),
      ]);
    }
    for (const [index, record] of wire.entries()) {
      expect(own[index]).toMatchObject({
        id: record.id,
        type: record.type,
        time: record.time,
        uploadId: record.uploadId,
      });
    }
  });

  it('is found by its type', async () => {
    const person = await newPerson(server);
    const examples = uploadableTypes
      .map((type) => exampleRecord(type))
      .map(({ id: _id, ...record }) => record);
    await person.uploaded(await person.openedContinuous(), examples);
    const { body } = await graph('{ __type(name: "DatumType") { enumValues { name } } }');
    const names: string[] = body.data.__type.enumValues.map(({ name }: Json) => name);
    const kinds = new Set(uploadableTypes.map(({ type }) => type));
    const onlyLegacy = ['GRABBAG', 'NOTE', 'URINE_KETONE'];
    expect(names).toHaveLength(kinds.size + onlyLegacy.length);
    const found = new Set<string>();
    for (const name of names.filter((each) => !onlyLegacy.includes(each))) {
      const query = 'query ($types: [DatumType!]) { me { data(types: $types) { edges { node { type } } } } }';
      const answer = await graph(query, { token: person.token, variables: { types: [name] } });
      const types: string[] = answer.body.data.me.data.edges.map(({ node }: Json) => node.type);
      const wire = name.toLowerCase().replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
      expect(new Set(types)).toEqual(new Set([wire]));
      found.add(types[0]!);
    }
    expect(found).toEqual(kinds);
  });
});

const graphNameOf = (field: Field): string =>
  (field.graphqlName ?? field.returnedAs ?? field.name) + (field.kind === 'record' ? 'Id' : '');

const isOf = ({ type, discriminator }: RecordType, record: Json): boolean =>
  record.type === type &&
  (discriminator === undefined || record[discriminator.field] === discriminator.value);
