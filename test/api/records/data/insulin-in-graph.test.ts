import { api, type Json } from '../../../support/api';
import { newPerson } from '../../../support/person';
import { at } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const parts = { extended: 2.2, duration: 3_600_000 };
const hour = { duration: 3_600_000 };

/** The records with the common fields of the family. */
async function shown(records: object[], selection: string): Promise<Json[]> {
  const person = await newPerson(server);
  const uploadId = await person.openedContinuous();
  await person.uploaded(
    uploadId,
    records.map((record, index) => ({ type: 'bolus', ...record, time: at(index) })),
  );
  const { body } = await graph(`{ me { data { edges { node { __typename ${selection} } } } } }`, {
    token: person.token,
  });
  expect(body.errors).toBeUndefined();
  return body.data.me.data.edges.map(({ node }: Json) => node);
}

it('a bolus of any kind has its delivered amount', async () => {
  const boluses = [
    { subType: 'normal', normal: 1.25 },
    { subType: 'automated', normal: 0.35 },
    { subType: 'automated', normal: 0, expectedNormal: 0.4 },
    { subType: 'square', ...parts },
    { subType: 'dual/square', normal: 1.1, ...parts },
  ];
  expect(await shown(boluses, '... on Bolus { insulinAmount }')).toEqual([
    { __typename: 'NormalBolus', insulinAmount: 1.25 },
    { __typename: 'AutomatedBolus', insulinAmount: 0.35 },
    { __typename: 'AutomatedBolus', insulinAmount: 0 },
    { __typename: 'ExtendedBolus', insulinAmount: 2.2 },
    { __typename: 'CombinationBolus', insulinAmount: 3.3 },
  ]);
});

it('a bolus of any kind has the amount that was intended, whether it was delivered or cut short', async () => {
  const whole = { expectedExtended: 3, expectedDuration: 7_200_000 };
  const boluses = [
    { subType: 'normal', normal: 1.25 },
    { subType: 'normal', normal: 1.25, expectedNormal: 2 },
    { subType: 'automated', normal: 0, expectedNormal: 0.4 },
    { subType: 'square', ...parts, ...whole },
    { subType: 'dual/square', normal: 1.1, ...parts, ...whole },
    { subType: 'dual/square', normal: 1.1, expectedNormal: 1.3, ...parts, ...whole },
  ];
  expect(await shown(boluses, '... on Bolus { insulinAmount intendedAmount }')).toEqual([
    { __typename: 'NormalBolus', insulinAmount: 1.25, intendedAmount: 1.25 },
    { __typename: 'NormalBolus', insulinAmount: 1.25, intendedAmount: 2 },
    { __typename: 'AutomatedBolus', insulinAmount: 0, intendedAmount: 0.4 },
    { __typename: 'ExtendedBolus', insulinAmount: 2.2, intendedAmount: 3 },
    { __typename: 'CombinationBolus', insulinAmount: 3.3, intendedAmount: 4.1 },
    { __typename: 'CombinationBolus', insulinAmount: 3.3, intendedAmount: 4.3 },
  ]);
});

it('a basal of any kind has its rate, even if nothing is delivered', async () => {
  const basals = [
    { type: 'basal', deliveryType: 'automated', rate: 0.85, ...hour },
    { type: 'basal', deliveryType: 'scheduled', rate: 1.1, ...hour },
    { type: 'basal', deliveryType: 'temp', rate: 0.4, percent: 0.5, ...hour },
    { type: 'basal', deliveryType: 'suspend', ...hour },
  ];
  expect(await shown(basals, '... on Basal { rate duration }')).toEqual([
    { __typename: 'AutomatedBasal', rate: 0.85, duration: 3_600_000 },
    { __typename: 'ScheduledBasal', rate: 1.1, duration: 3_600_000 },
    { __typename: 'TemporaryBasal', rate: 0.4, duration: 3_600_000 },
    { __typename: 'SuspendedBasal', rate: 0, duration: 3_600_000 },
  ]);
});

it('amounts and rates are the stored numbers, however small or exact they are', async () => {
  const [small, exact] = [1e-10, 0.12345678901234];
  const automated = { type: 'basal', deliveryType: 'automated', ...hour };
  const normal = { subType: 'normal', normal: exact };
  const dual = { subType: 'dual/square', normal: small, ...parts, extended: 2 * small };
  const records = [{ ...automated, rate: small }, { ...automated, rate: exact }, normal, dual];
  const found = await shown(records, '... on Basal { rate } ... on Bolus { insulinAmount }');
  expect(found.map(({ rate, insulinAmount }) => rate ?? insulinAmount)).toEqual([small, exact, exact, 3e-10]);
});

it('a record type with several kinds is described by what they have in common', async () => {
  const query =
    '{ type: __type(name: "DatumType") { enumValues { name description } } kinds: __schema { types { name kind description } } }';
  const { body } = await graph(query);
  const ofSubtypes = new Set<string>(
    body.data.kinds.types
      .filter(({ kind, name }: Json) => kind === 'OBJECT' && /.(Basal|Bolus|Event)$/.test(name))
      .map(({ description }: Json) => description),
  );
  const described = Object.fromEntries(
    body.data.type.enumValues.map(({ name, description }: Json) => [name, description.replace(/^.*?: /, '')]),
  );
  for (const name of ['BASAL', 'BOLUS', 'DEVICE_EVENT']) expect(ofSubtypes).not.toContain(described[name]);
  expect(described).toMatchObject({
    BASAL: 'Basal insulin that a pump delivered, or suspended, over a period.',
    BOLUS: 'Insulin delivered at one time, for a meal or to correct high glucose.',
    CBG: 'A reading of a continuous glucose monitor.',
  });
});

it('each record type says which type of the graph its records have', async () => {
  const { body } = await graph('{ __type(name: "DatumType") { enumValues { name description } } }');
  const shownAs = Object.fromEntries(
    body.data.__type.enumValues.map(({ name, description }: Json) => [name, description.split(':')[0]]),
  );
  expect(shownAs).toMatchObject({
    BOLUS: '`bolus` (`Bolus`)',
    CBG: '`cbg` (`ContinuousGlucose`)',
    DEVICE_EVENT: '`deviceEvent` (`DeviceEvent`)',
    NOTE: '`note` (`OldRecord`)',
  });
  expect(Object.values(shownAs)).toEqual(
    Object.values(shownAs).map(() => expect.stringMatching(/^`\w+` \(`\w+`\)$/)),
  );
});
