import { getNamedType, isNonNullType, isObjectType } from 'graphql';
import { graphParts } from '../../../src/surfaces';
import { buildPublicSchema } from '../../../src/graph/schema';

const schema = buildPublicSchema(graphParts);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
  '%s says in its result what the user can fix, and nothing else has to be there then',
  (_name, { type }) => {
    const payload = getNamedType(type);
    if (!isObjectType(payload)) throw new Error('The result of a mutation is no object.');
    const { userErrors, ...others } = payload.getFields();
    expect(String(userErrors?.type)).toBe('[UserError!]!');
    expect(Object.values(others).filter((field) => isNonNullType(field.type))).toEqual([]);
    expect(isNonNullType(type)).toBe(false);
  },
);

/** Mutations whose result says only that they are done, and why there is nothing else to say. */
const doneOnly: Readonly<Record<string, readonly string[]>> = {
  'The caller holds a key from a mail instead of a token, or gives an address, and may see nothing of the account.':
    [
      ...['confirmSignup', 'dismissSignup', 'cancelSignup', 'resendSignupConfirmation'],
      ...['requestPasswordReset', 'resetPassword'],
    ],
  'It sends a mail, and changes nothing that the caller can read.': [
    ...['sendAccountPasswordReset', 'sendTestMail'],
  ],
  'It ends sessions that only their owner can list.': [
    ...['endAccountSessions', 'endServerSessions', 'endUserSessions'],
  ],
  'Nothing can be read any more with the token.': ['logOut'],
  'The caller is a partner, who reads nothing.': ['receiveXealthNotification'],
  'It only reports: nothing is stored yet, or nothing is stored at all.': [
    ...['recordMetricsEvent', 'verifyAppProof'],
  ],
  'It begins work that runs later: nothing has changed yet.': ['syncEhrForClinic', 'syncEhrForPatient'],
};

it('a mutation says more than that it is done, or it is known why not', () => {
  const silent = mutations.filter(({ type }) => {
    const payload = getNamedType(type);
    if (!isObjectType(payload)) throw new Error('The result of a mutation is no object.');
    return Object.keys(payload.getFields()).every((name) => name === 'done' || name === 'userErrors');
  });
  expect(silent.map(({ name }) => name).toSorted()).toEqual(Object.values(doneOnly).flat().toSorted());
});
