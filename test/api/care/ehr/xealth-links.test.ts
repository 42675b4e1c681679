import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, addPatient } from '../../../support/clinics';
import { connectedXealth } from '../../../support/connected-xealth';
import { ehrSettings } from '../../../support/ehr';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { aboutPatient, knownPatient, xealthClinic } from '../../../support/xealth';

const connected = connectedXealth();
const { enrolled, notify, open, ordered, view } = connected;

/** A person whose reports are visible in two clinics, and links to them. */
async function inTwoClinics() {
  const patient = await newAccount(connected.server);
  const clinics = [await xealthClinic(connected.server), await xealthClinic(connected.server)] as const;
  for (const at of clinics) {
    await addPatient(connected.server, at.clinic, patient, ['view'], knownPatient);
    await notify(ordered(at, aboutPatient({})));
    await enrolled(at.deployment, true);
  }
  const link = async (deployment: string): Promise<string> => accepted(await open(deployment)).url;
  const links = [await link(clinics[0].deployment), await link(clinics[1].deployment)] as const;
  return { patient, clinics, links };
}

const changed = (link: string, name: string, value: string): string => {
  const url = new URL(link);
  url.searchParams.set(name, value);
  return url.href;
};

const status = async (link: string): Promise<number> => (await view(link)).status;

it('a link shows the report of its own clinic only', async () => {
  const { clinics, links } = await inTwoClinics();
  const [one, other] = clinics.map(({ clinic: { id } }) => id);
  expect([await status(links[0]), await status(links[1])]).toEqual([200, 200]);
  expect(await status(changed(links[0], 'clinicId', other ?? ''))).toBe(401);
  expect(await status(changed(links[1], 'clinicId', one ?? ''))).toBe(401);
});

it.each([{}, { paths: ['/v1'] }, { paths: ['/v1/xealth/report/web/viewer.html'] }])(
  'a token that is no link to the report does not show it: %j',
  async (scope) => {
    const { patient, links } = await inTwoClinics();
    const { id } = await newRestrictedToken(connected.server, patient, scope);
    expect(await status(changed(links[0], 'restricted_token', id as string))).toBe(401);
  },
);

it.each([{ enabled: false }, { provider: 'redox' }])(
  'a link ends while its clinic is not connected with Xealth: %j',
  async (changes) => {
    const { clinics, links } = await inTwoClinics();
    const [{ clinic, deployment }] = clinics;
    const connection = async (more: object) => {
      const body = { ...ehrSettings(deployment), provider: 'xealth', ...more };
      accepted(
        await api(connected.server).put(`${clinic.path}/settings/ehr`, { token: connected.token, body }),
      );
    };
    await connection(changes);
    expect([await status(links[0]), await status(links[1])]).toEqual([401, 200]);
    await connection({});
    expect(await status(links[0])).toBe(200);
  },
);
