import { api } from '../../../../support/api';
import {
  announcement,
  legacyBasal,
  legacyBolus,
  legacyCbg,
  resumption,
  suspension,
} from '../../../../support/legacy-records';
import { newPerson } from '../../../../support/person';
import { at } from '../../../../support/records';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();

describe('amounts beyond all numbers', () => {
  it('leave a computed rate out', async () => {
    const person = await newPerson(server);
    const suppressed = { rate: 1e308 };
    await person.uploadedLegacy(
      legacyBasal({ deliveryType: 'temp', rate: undefined, percent: 1e308, suppressed }),
    );
    const [stored] = await person.records('type=basal');
    expect(stored).toMatchObject({ percent: 1e308, suppressed });
    expect(stored).not.toHaveProperty('rate');
  });

  it('have no sum in the graph', async () => {
    const person = await newPerson(server);
    const amounts = { normal: 1e308, extended: 1e308, duration: 1 };
    await person.uploadedLegacy(legacyBolus({ subType: 'dual/square', ...amounts }));
    const query = '{ me { data { edges { node { ... on Bolus { insulinAmount intendedAmount } } } } } }';
    const { body } = await api(server).graph(query, { token: person.token });
    expect(body.errors).toBeUndefined();
    expect(body.data.me.data.edges).toEqual([{ node: { insulinAmount: null, intendedAmount: null } }]);
  });
});

describe('a batch', () => {
  const many = Array.from({ length: 8_000 }, (_, index) => index);

  it('may have records of thousands of uploads', async () => {
    const person = await newPerson(server);
    const records = many.map((index) => legacyCbg({ time: at(index), uploadId: `u${index}` }));
    expect(await person.uploadedLegacy(records)).toEqual([]);
    expect(await person.uploadedLegacy(records)).toEqual(many);
  });

  it('may announce thousands of uploads', async () => {
    const person = await newPerson(server);
    const records = many.map((index) =>
      announcement({ time: at(index), uploadId: `${person.userId} ${index}` }),
    );
    expect(await person.uploadedLegacy(records)).toEqual([]);
    expect(await person.uploadedLegacy(records)).toEqual(many);
  });

  it('may correct a resumption thousands of times', async () => {
    const person = await newPerson(server);
    const corrections = many.map((index) =>
      resumption({ time: at(index), previous: 'one', payload: { index } }),
    );
    await person.uploadedLegacy([suspension({ id: 'one' }), ...corrections]);
    const [stored, ...others] = await person.records('type=deviceEvent');
    expect(others).toEqual([]);
    expect(stored.duration).toBe((many.length - 1) * 60_000);
  });
});
