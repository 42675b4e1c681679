import crypto from 'node:crypto';
import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { claim, newPractice, prescribe, prescribed, type Practice } from '../../../support/prescriptions';

let own: OwnApp;
let practice: Practice;

beforeAll(async () => {
  own = await startOwnApp();
  practice = await newPractice(own.server);
});

afterAll(() => own.close());

const birthday = '1990-05-06';
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

/** Sends claims one after the other. */
async function tried(times: number, guess: (index: number) => ReturnType<typeof claim>) {
  const answers = [];
  for (let index = 0; index < times; index += 1) answers.push(await guess(index));
  return answers;
}

describe('wrong claims', () => {
  it('of one account are throttled beyond sixty a minute, including a correct one', async () => {
    const [patient, other] = [await newAccount(own.server), await newAccount(own.server)];
    const { accessCode } = await prescribed(own.server, practice);
    const wrong = { accessCode: 'AAAAAA', birthday };
    expect(statuses(await tried(60, () => claim(own.server, patient, wrong)))).toEqual([404]);
    const right = { accessCode, birthday };
    const refused = await claim(own.server, patient, right);
    expect([refused.status, refused.body.code]).toEqual([429, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const mutation =
      'mutation ($input: ClaimPrescriptionInput!) { claimPrescription(input: $input) { __typename } }';
    const variables = { input: { userId: patient.userId, ...right } };
    const { body } = await api(own.server).graph(mutation, { token: patient.token, variables });
    expect(body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect((await claim(own.server, other, right)).status).toBe(200);
  });

  it('are counted afresh after a correct one, and malformed claims do not count', async () => {
    const patient = await newAccount(own.server);
    const wrong = { accessCode: 'AAAAAA', birthday };
    const incomplete = await tried(10, () => claim(own.server, patient, { accessCode: '', birthday }));
    expect(statuses(incomplete)).toEqual([400]);
    for (let round = 0; round < 2; round += 1) {
      expect(statuses(await tried(59, () => claim(own.server, patient, wrong)))).toEqual([404]);
      const { accessCode } = await prescribed(own.server, practice);
      expect((await claim(own.server, patient, { accessCode, birthday })).status).toBe(200);
    }
  });

  it('are not counted where the service fails', async () => {
    const patient = await newAccount(own.server);
    const { id, accessCode } = await prescribed(own.server, practice);
    const sealedAs = (hash: string) =>
      own.database.transaction(async (manager) => {
        const where = 'WHERE prescription_id = ?';
        const [row] = await manager.query(`SELECT hash FROM prescription_revisions ${where}`, [id]);
        await manager.query(`UPDATE prescription_revisions SET hash = ? ${where}`, [hash, id]);
        return row.hash as string;
      });
    const wrong = { accessCode: 'AAAAAA', birthday };
    expect(statuses(await tried(59, () => claim(own.server, patient, wrong)))).toEqual([404]);
    const hash = await sealedAs('0'.repeat(128));
    const right = { accessCode, birthday };
    expect(statuses(await tried(3, () => claim(own.server, patient, right)))).toEqual([500]);
    await sealedAs(hash);
    expect((await claim(own.server, patient, right)).status).toBe(200);
  });

  it('of one code are throttled, whoever makes them, and other codes are not', async () => {
    const { accessCode } = await prescribed(own.server, practice);
    const people = await Promise.all([1, 2, 3].map(() => newAccount(own.server)));
    const guess = (index: number) => {
      const person = people[index % 2];
      if (!person) throw new Error('There are three accounts.');
      return claim(own.server, person, { accessCode, birthday: `1990-06-${10 + (index % 20)}` });
    };
    expect(statuses(await tried(100, guess))).toEqual([404]);
    const answers = people.map((person) => claim(own.server, person, { accessCode, birthday }));
    expect(statuses(await Promise.all(answers))).toEqual([429]);
    const [, , patient] = people;
    if (!patient) throw new Error('There are three accounts.');
    const refused = await tried(60, () => claim(own.server, patient, { accessCode, birthday }));
    expect(statuses(refused)).toEqual([429]);
    const { accessCode: another } = await prescribed(own.server, practice);
    expect((await claim(own.server, patient, { accessCode: another, birthday })).status).toBe(200);
  });
});

it('a prescription is submitted whether its mail can be sent or not', async () => {
  const silent = await startOwnApp({ MAIL_URL: 'smtp://127.0.0.1:1' });
  const answer = await prescribed(silent.server, await newPractice(silent.server));
  expect(answer).toMatchObject({ state: 'submitted', accessCode: expect.any(String) });
  await silent.close();
});

describe('an access code', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is drawn again if another prescription has it', async () => {
    const draws = [...Array<number>(12).fill(7), ...Array<number>(6).fill(8)];
    jest.spyOn(crypto, 'randomInt').mockImplementation(() => draws.shift());
    const first = await prescribed(own.server, practice, { state: 'draft' });
    const second = await prescribed(own.server, practice, { state: 'draft' });
    expect([first.accessCode, second.accessCode]).toEqual(['HHHHHH', 'JJJJJJ']);
    const { body } = await api(own.server).get(practice.path, { token: practice.member.token });
    const ofTwo = body.filter(({ accessCode }: { accessCode?: string }) =>
      /^(H|J){6}$/.test(accessCode ?? ''),
    );
    expect(ofTwo).toHaveLength(2);
  });

  it('is not drawn forever, and without a code nothing is stored', async () => {
    jest.spyOn(crypto, 'randomInt').mockImplementation(() => 9);
    const { id } = await prescribed(own.server, practice, { state: 'draft' });
    const answer = await prescribe(own.server, practice, practice.member, { state: 'draft' });
    expect(answer.status).toBe(500);
    const { body } = await api(own.server).get(practice.path, { token: practice.member.token });
    const same = body.filter(({ accessCode }: { accessCode?: string }) => accessCode === 'KKKKKK');
    expect(same.map((each: { id: string }) => each.id)).toEqual([id]);
  });
});
