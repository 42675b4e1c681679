import { randomUUID } from 'node:crypto';
import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newPatient } from '../../../support/clinics';
import { connectedXealth } from '../../../support/connected-xealth';
import { startOwnApp } from '../../../support/own-app';
import {
  childBorn,
  initial,
  knownPatient as known,
  partnerToken,
  subsequent,
  xealthClinic,
} from '../../../support/xealth';

const connected = connectedXealth();
const { preorder } = connected;

const authorization = { Authorization: `Bearer ${partnerToken}` };

const routes = [
  ['POST', '/v1/xealth/preorder'],
  ['POST', '/v1/xealth/notification'],
  ['PUT', '/v1/xealth/programs'],
  ['PUT', '/v1/xealth/program'],
] as const;

describe('authentication of Xealth', () => {
  it.each(routes)('%s %s requires the token of Xealth, and no other', async (method, path) => {
    const call = api(connected.server)[method === 'POST' ? 'post' : 'put'];
    for (const shown of ['Bearer wrong', 'Bearer', partnerToken])
      expect((await call(path, { headers: { Authorization: shown }, body: 'no' })).status).toBe(401);
    expect((await call(path, { body: {} })).status).toBe(401);
    expect((await call(path, { token: connected.token, body: {} })).status).toBe(401);
    expect((await call(path, { token: 'nonsense', headers: authorization, body: [] })).status).toBe(400);
  });

  it('fails if Xealth is not configured', async () => {
    const closed = await startOwnApp();
    try {
      const calls = api(closed.server);
      for (const [method, path] of routes) {
        const call = calls[method === 'POST' ? 'post' : 'put'];
        expect([path, (await call(path, { headers: authorization, body: {} })).status]).toEqual([path, 501]);
      }
      const viewer = '/v1/xealth/report/web/viewer.html?clinicId=a&patientId=b&restricted_token=c';
      expect((await calls.get(viewer)).status).toBe(501);
    } finally {
      await closed.close();
    }
  });
});

describe('before an order', () => {
  it('requires an event of one clinic that identifies the patient', async () => {
    const { deployment } = await xealthClinic(connected.server);
    const twice = await xealthClinic(connected.server);
    await xealthClinic(connected.server, { sourceId: twice.deployment });
    const off = await xealthClinic(connected.server, { enabled: false });
    const redox = await xealthClinic(connected.server, { provider: 'redox' });
    for (const [event, status] of [
      [{ ...initial(deployment), eventType: 'order' }, 400],
      [{ ...initial(deployment), eventContext: 'final' }, 400],
      [{ ...initial(deployment), deployment: undefined }, 400],
      [initial('elsewhere'), 404],
      [initial(off.deployment), 404],
      [initial(redox.deployment), 404],
      [initial(twice.deployment), 409],
      [initial(deployment, { mrn: null }), 400],
      [initial(deployment, { birthDate: null }), 400],
      [initial(deployment, { birthDate: 'soon' }), 400],
    ] as const)
      expect([event, (await preorder(event)).status]).toEqual([event, status]);
  });

  it('needs no form for a patient of the clinic', async () => {
    const { clinic, deployment } = await xealthClinic(connected.server, { mrnIdType: 'MrN' });
    await newPatient(connected.server, clinic, known);
    const { status, body } = await preorder(initial(deployment));
    expect([status, body]).toEqual([200, {}]);
  });

  it('refuses several patients with one number and birthday, and one with another birthday', async () => {
    const { clinic, deployment } = await xealthClinic(connected.server);
    await newPatient(connected.server, clinic, { ...known, birthDate: '1985-01-12' });
    const { status, body } = await preorder(initial(deployment));
    expect([status, body]).toEqual([
      200,
      {
        dataTrackingId: expect.any(String),
        notOrderable: true,
        preorderFormInfo: expect.objectContaining({ formId: 'error_form' }),
      },
    ]);
    await newPatient(connected.server, clinic, known);
    await newPatient(connected.server, clinic, known);
    expect((await preorder(initial(deployment))).status).toBe(422);
  });

  it('needs a form with the details of a new patient', async () => {
    const { clinic, deployment } = await xealthClinic(connected.server);
    const tagPath = `${clinic.path}/patient_tags`;
    accepted(
      await api(connected.server).post(tagPath, { token: clinic.admin.token, body: { name: 'pump' } }),
    );
    const { body } = await preorder(initial(deployment, { email: 'first@example.com' }));
    expect(body).toMatchObject({
      dataTrackingId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      notOrderable: false,
      preorderFormInfo: {
        formId: 'patient_enrollment_form',
        formData: {
          patient: { email: 'first@example.com' },
          dexcom: { connect: false },
          abbott: { connect: false },
        },
        formSchema: { title: 'Add Jo Jellyfish to Tidepool', type: 'object' },
        uiSchema: { 'ui:order': ['patient', 'dexcom', 'abbott', 'tags'] },
      },
    });
    const items = body.preorderFormInfo.formSchema.properties.tags.properties.ids.items;
    expect(items.enumNames).toEqual(['pump']);
    const child = await preorder(initial(deployment, { birthDate: childBorn }));
    expect(child.body.preorderFormInfo).toMatchObject({
      formId: 'guardian_enrollment_form',
      formData: { guardian: { firstName: '', lastName: '' } },
    });
  });

  it('reports errors in a form, and stores a valid one', async () => {
    const { deployment } = await xealthClinic(connected.server);
    const { email: taken } = await newAccount(connected.server);
    const guardian = { firstName: 'A', lastName: 'B', email: `${randomUUID()}@example.com` };
    const child = { birthDate: childBorn };
    for (const [event, isGood] of [
      [subsequent(deployment, { patient: { email: 'no address' } }), false],
      [subsequent(deployment, { patient: {} }), false],
      [subsequent(deployment, { patient: { email: taken.toUpperCase() } }), false],
      [subsequent(deployment, { patient: { email: `${randomUUID()}@example.com` } }), true],
      [subsequent(deployment, { guardian: { ...guardian, firstName: ' ' } }, child), false],
      [subsequent(deployment, { guardian: { ...guardian, lastName: undefined } }, child), false],
      [subsequent(deployment, { guardian: { ...guardian, email: taken } }, child), false],
      [subsequent(deployment, { guardian }, child), true],
      [subsequent(deployment, {}, {}, { canceled: true }), true],
    ] as const) {
      const { status, body } = await preorder(event);
      expect([status, body.notOrderable, body.preorderFormInfo?.formId]).toEqual(
        isGood ? [200, undefined, undefined] : [200, true, 'error_form'],
      );
      if (!isGood) expect(body.dataTrackingId).toBe(event.formData.dataTrackingId);
    }
    const nameless = subsequent(deployment, {}, {}, { dataTrackingId: 'x'.repeat(300) });
    expect((await preorder(nameless)).status).toBe(400);
  });
});
