import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { changedBody } from '../../../support/changed-bodies';
import { newPractice, prescribed, sealed, wholeAttributes } from '../../../support/prescriptions';
import { serverUnderTest } from '../../../support/server';
import { runs } from '../../../support/runs';

const server = serverUnderTest();
const { call, get } = api(server);

const atOnce = 20;
const bodies = server.dialect === 'sqlite' ? runs(100, 400) : runs(40, 100);

it('nearly valid bodies are refused, and change nothing', async () => {
  const practice = await newPractice(server);
  const patient = await newAccount(server);
  const { id } = await prescribed(server, practice, { state: 'draft' });
  await prescribed(server, practice);
  const { token, userId } = practice.prescriber;
  // A hash that never matches, whatever is changed.
  const revision = { ...sealed(wholeAttributes(), userId), revisionHash: 'f'.repeat(128) };
  const sendings = [
    { method: 'POST', path: practice.path, token, raw: changedBody(revision) },
    { method: 'POST', path: `${practice.path}/${id}/revisions`, token, raw: changedBody(revision) },
    {
      ...{ method: 'POST', path: `/v1/patients/${patient.userId}/prescriptions`, token: patient.token },
      raw: changedBody({ accessCode: 'AAAAAA', birthday: '1990-05-06' }),
    },
    {
      ...{
        method: 'PATCH',
        path: `/v1/patients/${patient.userId}/prescriptions/${id}`,
        token: patient.token,
      },
      raw: changedBody({ state: 'claimed' }),
    },
  ];
  const oneBody = fc
    .constantFrom(...sendings)
    .chain(({ raw, ...sending }) => raw.map((changed) => ({ ...sending, raw: changed })));
  const before = await get(practice.path, { token });
  await fc.assert(
    fc.asyncProperty(fc.array(oneBody, { minLength: atOnce, maxLength: atOnce }), async (sent) => {
      await setImmediate();
      const answers = await Promise.all(
        sent.map(({ method, path, ...options }) => call(method, path, options)),
      );
      expect(answers.filter(({ status }) => ![400, 404].includes(status))).toEqual([]);
      for (const { status, body } of answers)
        expect(body).toMatchObject({ code: status, message: expect.any(String), reason: expect.any(String) });
    }),
    { numRuns: bodies / atOnce, endOnFailure: true },
  );
  const after: Json = await get(practice.path, { token });
  expect(after.text).toBe(before.text);
});
