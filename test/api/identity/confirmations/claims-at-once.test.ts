import { logIn, newEmail } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import { newClaim, type TestClaim } from '../../../support/claims';
import { accountRow, bothWhileHeld } from '../../../support/held-rows';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp();
});
afterAll(() => own.close());

/** The owner claims the account, and its custodian changes it. */
type Changes = [string, (claimed: TestClaim, email: string) => Promise<Answer>];

const changes: Changes[] = [
  [
    'changes its address',
    ({ userId, custodian: { token } }, email) =>
      api(own.server).put(`/auth/user/${userId}`, {
        token,
        body: { updates: { username: email, emails: [email] } },
      }),
  ],
  [
    'deletes it',
    ({ userId, custodian: { token } }) => api(own.server).delete(`/auth/user/${userId}`, { token }),
  ],
];

it.each(changes)(
  'an account is either claimed, or its custodian %s, however they meet',
  async (_what, change) => {
    for (const custodianFirst of [false, true]) {
      const claimed = await newClaim(own.server);
      const other = newEmail(own.server, { verified: false });
      const outcome = { claim: 0, change: 0 };
      const claim = async () => void (outcome.claim = (await claimed.claim()).status);
      const byCustodian = async () => void (outcome.change = (await change(claimed, other)).status);
      const both = custodianFirst ? ([byCustodian, claim] as const) : ([claim, byCustodian] as const);
      await bothWhileHeld(own, accountRow(claimed.userId), both);

      const isClaimed = outcome.claim === 200;
      expect(outcome).toEqual({
        claim: isClaimed ? 200 : expect.any(Number),
        change: isClaimed ? 401 : expect.any(Number),
      });
      if (!isClaimed) expect([200, 202]).toContain(outcome.change);
      const { status } = await logIn(own.server, claimed.email, claimed.password);
      expect(status).toBe(isClaimed ? 200 : 401);
    }
  },
);
