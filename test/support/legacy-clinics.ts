import { newAccount, newServerToken, type TestAccount } from './accounts';
import { api } from './api';
import { accepted } from './clinics';
import type { ServerUnderTest } from './server';

/** All that an account of the old kind has to tell about its clinic. In a country without a limit of patients. */
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

/** A clinic that was opened for an account of the old kind. */
export interface LegacyClinic {
  id: string;
  path: string;
  owner: TestAccount;
}

/** Opens a clinic for an account of the old kind, which tells these things about it, if any. Throws when the server refuses. */
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

/** A clinic of a new account of the old kind, see `openLegacyClinic`. */
export const newLegacyClinic = async (
  server: ServerUnderTest,
  told: object | null = toldOfClinic,
): Promise<LegacyClinic> => openLegacyClinic(server, await newAccount(server, { roles: ['clinic'] }), told);

/** How far the migration of the owner is. Throws when there is none. */
export const migrationStatus = async (
  server: ServerUnderTest,
  { path, owner }: LegacyClinic,
): Promise<string> => {
  const token = await newServerToken(server);
  return accepted(await api(server).get(`${path}/migrations/${owner.userId}`, { token })).status;
};
