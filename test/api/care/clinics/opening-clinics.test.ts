import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, clinicFields, newClinic, newPatient } from '../../../support/clinics';
import { mailsTo, waitForMails } from '../../../support/mails';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { permissionSet } from '../../../support/shares';

const demoId = '0123456789';
const mailFolder = mkdtempSync(join(tmpdir(), 'glycograph-mails-'));

let own: OwnApp;
let serverToken: string;

beforeAll(async () => {
  own = await startOwnApp({ DEMO_PATIENT_ID: demoId, MAIL_URL: `file:${mailFolder}` });
  const { accounts, metadata } = own.app.services;
  await own.database.transaction(async (manager) => {
    const user = accounts.prepareCustodial({ emails: ['demo@example.org'] });
    await accounts.insert(manager, Object.assign(user, { id: demoId }));
    const profile = { fullName: 'Demo Patient', 'patient.birthday': '1990-05-06' };
    await metadata.patchWithin(manager, demoId, 'profile', profile);
  });
  serverToken = await newServerToken(own.server);
}, 120_000);

afterAll(async () => {
  await own.close();
  rmSync(mailFolder, { recursive: true, force: true });
}, 120_000);

describe('a share code', () => {
  const length = 12;
  const { randomBytes } = crypto;

  afterEach(() => jest.restoreAllMocks());

  /** These codes are drawn in order; the last one forever. */
  function chanceBrings(codes: readonly Buffer[]) {
    let drawn = 0;
    const draw = (size: number): Buffer => {
      if (size !== length) return randomBytes(size);
      drawn += 1;
      return codes[drawn - 1] ?? codes.at(-1) ?? randomBytes(size);
    };
    jest.spyOn(crypto, 'randomBytes').mockImplementation(draw);
    return { drawn: () => drawn };
  }

  const [taken, free] = [Buffer.alloc(length, 0), Buffer.alloc(length, 1)];

  it('is drawn again if a clinic has or ever had it, up to a hundred times', async () => {
    const { get, post, delete: remove } = api(own.server);
    const { token, userId } = await newAccount(own.server);
    const open = () => post('/v1/clinics', { token, body: clinicFields });
    chanceBrings([taken]);
    const first = accepted(await open());
    expect(first.shareCode).toBe('AAAA-AAAA-AAAA');
    const again = chanceBrings([...Array<Buffer>(99).fill(taken), free]);
    expect(accepted(await open()).shareCode).toBe('BBBB-BBBB-BBBB');
    expect(again.drawn()).toBe(100);
    const inVain = chanceBrings([taken]);
    const refused = await open();
    expect([refused.status, refused.text]).toEqual([500, expect.not.stringContaining('share code')]);
    expect(inVain.drawn()).toBe(100);
    expect(accepted(await get(`/v1/clinicians/${userId}/clinics`, { token }))).toHaveLength(2);
    accepted(await remove(`/v1/clinics/${first.id}`, { token }));
    expect((await open()).status).toBe(500);
    jest.restoreAllMocks();
    expect((await open()).status).toBe(200);
  });
});

describe('the demo patient', () => {
  it('is in every new clinic, grants only view, and does not prevent closing it', async () => {
    const { get, delete: remove } = api(own.server);
    const clinic = await newClinic(own.server);
    const { token } = clinic.admin;
    const { data, meta } = accepted(await get(`${clinic.path}/patients`, { token }));
    expect(meta).toEqual({ count: 1, totalCount: 1 });
    expect(data[0]).toMatchObject({
      ...{ id: demoId, fullName: 'Demo Patient', birthDate: '1990-05-06', email: 'demo@example.org' },
      permissions: permissionSet('view'),
    });
    expect((await get(`/data/${demoId}`, { token })).status).toBe(200);
    const { id } = await newPatient(own.server, clinic);
    expect((await remove(clinic.path, { token })).status).toBe(400);
    accepted(await remove(`${clinic.path}/patients/${id}`, { token }));
    expect((await remove(clinic.path, { token })).status).toBe(204);
    expect((await get(`/data/${demoId}`, { token })).status).toBe(403);
    expect((await get(`/auth/user/${demoId}`, { token: serverToken })).status).toBe(200);
    await waitForMails({ mailFolder }, clinic.admin.email);
    expect(await mailsTo({ mailFolder }, 'demo@example.org')).toEqual([]);
  });
});
