import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newServerToken } from './accounts';
import { api, type Json } from './api';
import { sendEndlessly } from './endless-answer';
import { accepted, newClinic, type TestClinic } from './clinics';
import { ehrSettings } from './ehr';
import type { ServerUnderTest } from './server';

/** The token that Xealth presents in tests. */
export const partnerToken = 'token of Xealth';

const basic = `Basic ${Buffer.from('us:our%20secret').toString('base64')}`;

/** A stub of Xealth: tokens and orders. */
export interface XealthServer {
  /** Settings that connect a server to it. */
  env: Record<string, string>;
  /** Orders by `deployment/orderId`; others are 404. */
  orders: Map<string, Json>;
  /** Response to all order requests while it is set; `endless` has no end. */
  failure: { status: number; body: string } | null;
  /** The bytes of endless responses that were sent until the service disconnected. */
  sent: Promise<number>[];
  /** Requested URLs. */
  asked: string[];
  close(): void;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts it on a free port. */
export async function startXealth(): Promise<XealthServer> {
  const orders = new Map<string, Json>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const path = request.url ?? '';
      xealth.asked.push(path);
      const answer = (status: number, text: string) => response.writeHead(status).end(text);
      if (path === '/token') {
        const isRight = request.headers.authorization === basic && body === 'grant_type=client_credentials';
        return answer(isRight ? 200 : 401, '{"access_token":"for orders","expires_in":3600}');
      }
      if (request.headers.authorization !== 'Bearer for orders') return answer(401, '{}');
      if (xealth.failure?.body === 'endless') return void xealth.sent.push(sendEndlessly(response));
      if (xealth.failure) return answer(xealth.failure.status, xealth.failure.body);
      const order = orders.get(decodeURIComponent(path.replace('/partner/read/order/', '')));
      return order ? answer(200, JSON.stringify(order)) : answer(404, '{}');
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const xealth: XealthServer = {
    env: {
      XEALTH_TOKEN: partnerToken,
      XEALTH_URL: url,
      XEALTH_TOKEN_URL: `${url}/token`,
      XEALTH_CLIENT_ID: 'us',
      XEALTH_CLIENT_SECRET: 'our secret',
    },
    orders,
    failure: null,
    sent: [],
    asked: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return xealth;
}

/** The program of test orders. */
export const programId = 'create and enable';

/** The person in test events. */
export interface XealthPatient {
  mrn?: string | null;
  birthDate?: string | null;
  email?: string;
  viewer?: string;
}

/** The patient details in an event. */
export const aboutPatient = ({
  mrn = '777',
  birthDate = '1985-01-11',
  email,
  viewer,
}: XealthPatient): Json => ({
  patientIdentity: { ids: [{ id: 'e1', type: 'enterprise' }] },
  datasets: {
    demographicsV1: {
      ids: [{ id: 'e1', type: 'enterprise' }, ...(mrn === null ? [] : [{ id: mrn, type: 'mrn' }])],
      name: { given: ['Jo', 'Middle'], family: ['Jellyfish'] },
      birthDate,
      telecom: [
        { system: 'phone', value: '1' },
        ...(email === undefined
          ? []
          : [
              { system: 'email', value: 'second@example.com', rank: 2 },
              { system: 'email', value: email, rank: 1 },
            ]),
      ],
    },
    ...(viewer !== undefined && { ehrUserV1: { userId: viewer } }),
  },
});

/** A clinic that is connected to Xealth; `sourceId` is the deployment. */
export async function xealthClinic(server: ServerUnderTest, changes: object = {}) {
  const clinic: TestClinic = await newClinic(server);
  const deployment = `health system ${clinic.id}`;
  const token = await newServerToken(server);
  const body = { ...ehrSettings(deployment), provider: 'xealth', ...changes };
  accepted(await api(server).put(`${clinic.path}/settings/ehr`, { token, body }));
  return { clinic, deployment };
}

/** Calls of Xealth, with its token. */
export function xealthCalls(server: ServerUnderTest) {
  const headers = { Authorization: `Bearer ${partnerToken}` };
  const { post, put } = api(server);
  return {
    preorder: (body: unknown) => post('/v1/xealth/preorder', { body, headers }),
    notify: (body: unknown) => post('/v1/xealth/notification', { body, headers }),
    put: (path: string, body: unknown) => put(path, { body, headers }),
  };
}

/** The request for a form. */
export const initial = (deployment: string, patient: XealthPatient = {}): Json => ({
  eventType: 'preorder',
  eventContext: 'initial',
  deployment,
  programId,
  ...aboutPatient(patient),
});

/** A completed form. */
export const subsequent = (
  deployment: string,
  userInput: object,
  patient: XealthPatient = {},
  form: object = {},
): Json => ({
  ...initial(deployment, patient),
  eventContext: 'subsequent',
  formData: { dataTrackingId: randomUUID(), userInput, ...form },
});

/** A patient of a clinic for test events. */
export const knownPatient = { mrn: '777', birthDate: '1985-01-11', fullName: 'Jo Jellyfish' };

/** A birthday of a child. */
export const childBorn = `${new Date().getUTCFullYear() - 12}-01-01`;
