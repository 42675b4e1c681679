import { newAccount, newServerToken, type TestAccount } from './accounts';
import { api } from './api';
import { accepted } from './clinics';
import type { ServerUnderTest } from './server';

/** All clinic details of a legacy clinic account. In a country without a patient limit. */
export const toldOfClinic = {
  name: 'Clinic of old',
  address: '1 Street',
  city: 'City',
  postalCode: '12345',
  state: 'CA',
  country: 'FR',
  clinicType: 'provider_practice',
  preferredBgUnits: 'mg/dL',
};

/** A clinic created for a legacy clinic account. */
export interface LegacyClinic {
  id: string;
  path: string;
  owner: TestAccount;
}

/** Creates a clinic for a legacy clinic account, with these details, if any. Throws when the server refuses. */
export async function openLegacyClinic(
  server: ServerUnderTest,
  owner: TestAccount,
  told: object | null = toldOfClinic,
): Promise<LegacyClinic> {
  const { post, put } = api(server);
  const token = await newServerToken(server);
  const { id } = accepted(await post(`/v1/clinicians/${owner.userId}/migrate`, { token }));
  const path = `/v1/clinics/${id}`;
  if (told) accepted(await put(path, { token: owner.token, body: told }));
  return { id, path, owner };
}

/** A clinic of a new legacy clinic account, see `openLegacyClinic`. */
export const newLegacyClinic = async (
  server: ServerUnderTest,
  told: object | null = toldOfClinic,
): Promise<LegacyClinic> => openLegacyClinic(server, await newAccount(server, { roles: ['clinic'] }), told);

/** Status of the owner's migration. Throws if there is none. */
export const migrationStatus = async (
  server: ServerUnderTest,
  { path, owner }: LegacyClinic,
): Promise<string> => {
  const token = await newServerToken(server);
  return accepted(await api(server).get(`${path}/migrations/${owner.userId}`, { token })).status;
};
