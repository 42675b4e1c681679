import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
} from 'graphql';
import { newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { addPatient, newClinic, newLabels, type TestClinic } from '../../support/clinics';
import { newPerson, type Person } from '../../support/person';
import { at, cbg, decision } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';

const server = serverUnderTest();
const { graph } = api(server);

let person: Person;
let clinic: TestClinic;
let dataSetId: string;
let tag: string;
let serverToken: string;

beforeAll(async () => {
  [person, clinic, serverToken] = [
    await newPerson(server),
    await newClinic(server),
    await newServerToken(server),
  ];
  dataSetId = await person.openedContinuous();
  await person.uploaded(dataSetId, [cbg({ time: at(0) }), decision('loop', at(1))]);
  await share(server, person, clinic.admin, 'view');
  await addPatient(server, clinic, person, ['view']);
  tag = (await newLabels(server, clinic, 'patient_tags', ['tag'])).tag;
});

/** An operation whose variable `list` is the list, and the token that it is sent with. */
type Case = () => { query: string; token: string; variables?: Record<string, unknown> };

const records = 'edges { cursor }';

const mine =
  (list: string, field: (list: string) => string): Case =>
  () => ({ query: `query ($list: ${list}) { me { ${field('$list')} } }`, token: person.token });

const ofClinic =
  (list: string, field: (list: string) => string): Case =>
  () => ({
    query: `query ($list: ${list}, $id: ID!) { clinic(id: $id) { ${field('$list')} } }`,
    token: clinic.admin.token,
    variables: { id: clinic.id },
  });

const patients = (list: string, name: string): Case =>
  ofClinic(list, (given) => `patients(period: DAYS_14, filter: { ${name}: ${given} }) { ${records} }`);

const tide = (list: string, input: (list: string) => string): Case =>
  ofClinic(
    list,
    (
      given,
    ) => `tideReport(input: { period: DAYS_14, lastDataCutoff: "${at(0)}", excludeNoData: true, ${input(given)} }) {
      categories { patients { userId } } }`,
  );

const lists: Readonly<Record<string, Case>> = {
  'DataFilter.dosingDecisionReasons': mine(
    '[String!]',
    (list) => `data(filter: { dosingDecisionReasons: ${list} }) { ${records} }`,
  ),
  'DataFilter.subTypes': mine('[String!]', (list) => `data(filter: { subTypes: ${list} }) { ${records} }`),
  'DataSet.records(types)': () => ({
    query: `query ($list: [DatumType!], $id: ID!) { dataSet(id: $id) { records(types: $list) { ${records} } } }`,
    token: person.token,
    variables: { id: dataSetId },
  }),
  'PatientFilterInput.figures': patients('[FigureFilterInput!]', 'figures'),
  'PatientFilterInput.lastData': patients('[LastDataFilterInput!]', 'lastData'),
  'PatientFilterInput.siteIds': patients('[ID!]', 'siteIds'),
  'PatientFilterInput.tagIds': patients('[ID!]', 'tagIds'),
  'Query.nodes(ids)': () => ({
    query: 'query ($list: [ID!]!) { nodes(ids: $list) { id } }',
    token: person.token,
  }),
  'Query.users(ids)': () => ({
    query: `query ($list: [ID!]) { users(ids: $list) { ${records} } }`,
    token: serverToken,
  }),
  'RelatedUserFilter.given': mine(
    '[String!]',
    (list) => `relatedPeople(filter: { given: ${list} }) { ${records} }`,
  ),
  'RelatedUserFilter.received': mine(
    '[String!]',
    (list) => `relatedPeople(filter: { received: ${list} }) { ${records} }`,
  ),
  'TideReportInput.categories': tide(
    '[TideCategoryName!]',
    (list) => `tagIds: ["${tag}"], categories: ${list}`,
  ),
  'TideReportInput.tagIds': tide('[ID!]!', (list) => `tagIds: ${list}`),
  'User.blobs(mediaTypes)': mine('[String!]', (list) => `blobs(mediaTypes: ${list}) { ${records} }`),
  'User.blobs(statuses)': mine('[BlobStatus!]', (list) => `blobs(statuses: ${list}) { ${records} }`),
  'User.data(types)': mine('[DatumType!]', (list) => `data(types: ${list}) { ${records} }`),
  'User.latestData(types)': mine('[DatumType!]', (list) => `latestData(types: ${list}) { id }`),
  'RecordSelectionInput.hashes': deleting('String', 'hashes'),
  'RecordSelectionInput.ids': deleting('ID', 'ids'),
  'RecordSelectionInput.originIds': deleting('String', 'originIds'),
  'TagPatientsInput.patientIds': () => ({
    query: `mutation ($list: [ID!], $clinicId: ID!, $tagId: ID!) {
      assignPatientTag(input: { clinicId: $clinicId, tagId: $tagId, patientIds: $list }) { done } }`,
    token: clinic.admin.token,
    variables: { clinicId: clinic.id, tagId: tag },
  }),
};

function deleting(type: string, kind: string): Case {
  const which = `dataSetId: $id, which: { ${kind}: $list }`;
  return () => ({
    query: `mutation ($list: [${type}!]!, $id: ID!) { deleteData(input: { ${which} }) { done } }`,
    token: person.token,
    variables: { id: dataSetId },
  });
}

/** Inputs that are no filters: a hash is computed from the lists. */
const contents = ['PrescriptionAttributesInput'];

/** Inputs of mutations that choose what there is, rather than say what shall be. */
const selections = ['RecordSelectionInput', 'TagPatientsInput'];

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

/** The lists in the arguments of queries and in selections, and how they are described. */
function describedLists(): Map<string, string> {
  const found = new Map<string, string>();
  const take = (place: string, { type, description }: GraphQLArgument | GraphQLInputField): void => {
    if (isListType(getNullableType(type))) found.set(place, description ?? '');
    const input = getNamedType(type);
    if (isInputObjectType(input) && !contents.includes(input.name)) takeFields(input.name);
  };
  const taken = new Set<string>();
  const takeFields = (name: string): void => {
    const input = schema.getType(name);
    if (!isInputObjectType(input) || taken.has(name)) return;
    taken.add(name);
    for (const field of Object.values(input.getFields())) take(`${name}.${field.name}`, field);
  };
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__') && type.name !== 'Mutation')
      for (const field of Object.values(type.getFields()))
        for (const argument of field.args) take(`${type.name}.${field.name}(${argument.name})`, argument);
  selections.forEach(takeFields);
  return found;
}

const described = describedLists();

it('every list that chooses something is known', () => {
  expect([...described.keys()].toSorted()).toEqual(Object.keys(lists).toSorted());
});

/** The items in the data of an answer, wherever they are. */
function itemsIn(data: Json): unknown[] {
  if (Array.isArray(data)) return data.flatMap((item) => item.patients ?? [item]);
  return Object.values(data as object).flatMap(itemsIn);
}

it.each(Object.keys(lists))('an empty list in %s means what its description says', async (place) => {
  const said = /An empty list (does not filter|finds nothing|is refused)[.;]/.exec(
    described.get(place) ?? '',
  )?.[1];
  const ask = async (list?: unknown): Promise<Json> => {
    const { query, token, variables } = (lists[place] as Case)();
    return (await graph(query, { token, variables: { ...variables, list } })).body;
  };
  const { data, errors } = await ask([]);
  if (said === 'is refused')
    return expect(errors).toMatchObject([
      { path: expect.anything(), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  expect(errors).toBeUndefined();
  if (said === 'finds nothing') return expect(itemsIn(data)).toEqual([]);
  expect(said).toBe('does not filter');
  const all = await ask();
  expect(itemsIn(all.data).length).toBeGreaterThan(0);
  expect(data).toEqual(all.data);
});
