import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate, type OperationDefinitionNode } from 'graphql';
import { examplesFor, viewerIn, viewerQuery, type Viewer } from '../../../src/explorer/browser/examples';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const now = Date.UTC(2026, 0, 15);

const everything: Viewer = {
  userId: 'me',
  clinic: { id: 'clinic', name: 'Clinic', patientId: 'patient' },
  hasData: true,
  followed: { userId: 'child', name: 'Ann' },
};

const titles = (viewer: Viewer): string[] => examplesFor(viewer, now).map(({ title }) => title);

it('fit the schema', () => {
  for (const query of [viewerQuery, ...examplesFor(everything, now).map((example) => example.query)])
    expect(validate(schema, parse(query))).toEqual([]);
});

it.each(examplesFor(everything, now).map((example) => [example.title, example] as const))(
  'have exactly the variables that they need: %s',
  (_title, { query, variables }) => {
    const [operation] = parse(query).definitions as OperationDefinitionNode[];
    const declared = operation?.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
    expect(Object.keys(variables).toSorted()).toEqual(declared.toSorted());
  },
);

it('are those of the roles that somebody has', () => {
  const nobody: Viewer = { userId: 'me', hasData: false };
  expect(titles(nobody)).toEqual([]);
  expect(titles({ ...nobody, hasData: true })).toEqual([
    'My time in range',
    'My newest readings',
    'Who sees my data',
  ]);
  expect(titles({ ...nobody, clinic: { id: 'c', name: 'C' } })).toEqual([
    'C: below 70 % time in range',
    'C: no upload for a week',
    'C: statistics by tag',
  ]);
  expect(titles({ ...nobody, followed: { userId: 'a', name: 'Ann' } })).toEqual([
    'Ann: newest readings',
    'Ann: time in range',
    'Ann: alerts to me',
  ]);
});

it('are made of what the graph answers, whatever of it is refused', () => {
  const refused = { id: 'me', profile: null, dataSets: null, clinics: null, sharesReceived: null };
  expect(viewerIn({ me: null })).toBeUndefined();
  expect(viewerIn({ me: refused })).toEqual({ userId: 'me', hasData: false });
  const clinic = { id: 'c', name: 'C', patients: { edges: [{ node: { userId: 'p' } }] } };
  expect(
    viewerIn({
      me: {
        ...refused,
        profile: { patient: {} },
        clinics: { edges: [{ node: { clinic } }] },
        sharesReceived: { edges: [{ node: { ownerId: 'a', owner: null } }] },
      },
    }),
  ).toEqual({
    userId: 'me',
    hasData: true,
    clinic: { id: 'c', name: 'C', patientId: 'p' },
    followed: { userId: 'a', name: 'a' },
  });
});
