import { newAccount, type TestAccount } from './accounts';
import { api, type Answer, type Json } from './api';
import type { ServerUnderTest } from './server';

export const dataDonation = 'big_data_donation_project';

/** A consent as sent by a client: of an adult, to the newest data donation. */
export const newConsent = (fields: object = {}): Json => ({
  type: dataDonation,
  version: 2,
  ageGroup: '>=18',
  ownerName: 'Ann Ba',
  grantorType: 'owner',
  metadata: { supportedOrganizations: [] },
  ...fields,
});

/** A person who gives consents. */
export async function newGrantor(server: ServerUnderTest) {
  const account: TestAccount = await newAccount(server);
  const { userId, token } = account;
  const { get, post, patch, delete: remove } = api(server);
  const path = `/v1/users/${userId}/consents`;
  const succeeded = ({ status, body, text }: Answer): Json => {
    if (status !== 200) throw new Error(`The server answered ${status}: ${text}`);
    return body;
  };
  const grant = (fields: object = {}) => post(path, { token, body: newConsent(fields) });
  return {
    ...account,
    path,
    grant,
    /** Grants a consent and returns its record. Throws when the server refuses. */
    granted: async (fields: object = {}) => succeeded(await grant(fields)),
    read: (id: string) => get(`${path}/${id}`, { token }),
    list: (query = '') => get(`${path}?${query}`, { token }),
    /** `type version status` of the records of a query. Throws when the server refuses. */
    states: async (query = 'latest=false'): Promise<string[]> =>
      succeeded(await get(`${path}?${query}`, { token })).data.map(
        ({ type, version, status }: Json) => `${type} ${version} ${status}`,
      ),
    change: (id: string, body: unknown) => patch(`${path}/${id}`, { token, body }),
    revoke: (id: string) => remove(`${path}/${id}`, { token }),
  };
}
