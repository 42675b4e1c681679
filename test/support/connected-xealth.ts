import { randomUUID } from 'node:crypto';
import { newServerToken } from './accounts';
import { api, type Json } from './api';
import { accepted, newPatient, type TestClinic } from './clinics';
import { startOwnApp, type OwnApp } from './own-app';
import { waitFor } from './wait-until';
import {
  aboutPatient,
  knownPatient,
  programId,
  startXealth,
  subsequent,
  xealthCalls,
  xealthClinic,
  type XealthPatient,
  type XealthServer,
} from './xealth';

type Connected = Awaited<ReturnType<typeof xealthClinic>>;

/** The service and Xealth, connected, for the tests of a file; called once per file. */
export function connectedXealth() {
  let xealth: XealthServer;
  let own: OwnApp;
  let token: string;

  beforeAll(async () => {
    xealth = await startXealth();
    own = await startOwnApp({ ...xealth.env, TASK_POLL_DELAY: '0.05' });
    token = await newServerToken(own.server);
  });

  afterAll(async () => {
    await own.close();
    xealth.close();
  });

  /** Places an order for a patient, and returns its event. */
  const ordered = ({ deployment }: Connected, order: Json): Json => {
    const orderId = randomUUID();
    xealth.orders.set(`${deployment}/${orderId}`, order);
    return { eventType: 'order', eventContext: 'new', orderId, deployment, programId };
  };

  const calls = {
    preorder: (body: unknown) => xealthCalls(own.server).preorder(body),
    notify: (body: unknown) => xealthCalls(own.server).notify(body),
    put: (path: string, body: unknown) => xealthCalls(own.server).put(path, body),
    /** Requests the URL of the report on a patient. */
    open: (deployment: string, patient: XealthPatient = {}) =>
      calls.put('/v1/xealth/program', { deployment, ...aboutPatient(patient) }),
    /** Opens such a URL. */
    view: (url: string) => api(own.server).get(url.slice(url.indexOf('/v1/'))),
    /** The programs of a patient. Throws when the server refuses. */
    programs: async (deployment: string, patient: XealthPatient = {}): Promise<Json> =>
      accepted(await calls.put('/v1/xealth/programs', { deployment, ...aboutPatient(patient) })),
  };

  const steps = {
    ordered,
    /** Completes a form, and places its order. */
    placed: async (at: Connected, userInput: object, patient: XealthPatient = {}): Promise<Json> => {
      const event = subsequent(at.deployment, userInput, patient);
      expect((await calls.preorder(event)).body).toEqual({});
      const { dataTrackingId } = event.formData;
      return ordered(at, { ...aboutPatient(patient), preorder: { dataTrackingId } });
    },
    /** Waits until a patient is enrolled, or no longer enrolled. */
    enrolled: (deployment: string, isPresent: boolean, patient?: XealthPatient): Promise<Json> =>
      waitFor(`programs ${String(isPresent)}`, async () => {
        const body = await calls.programs(deployment, patient);
        return body.present === isPresent ? body : undefined;
      }),
    /** A connected clinic with a patient whose reports are visible, and the event of the order. */
    withPatient: async () => {
      const at = await xealthClinic(own.server);
      const { id } = await newPatient(own.server, at.clinic, knownPatient);
      const event = ordered(at, aboutPatient({}));
      await calls.notify(event);
      await steps.enrolled(at.deployment, true);
      return { ...at, id: id as string, event };
    },
    patientsOf: async ({ path, admin }: TestClinic): Promise<Json[]> =>
      accepted(await api(own.server).get(`${path}/patients`, { token: admin.token })).data,
    /** The tasks of all orders. */
    orderTasks: async (): Promise<Json[]> =>
      accepted(await api(own.server).get('/v1/tasks?type=org.tidepool.ehr.xealth&size=1000', { token })),
    /** Makes a waiting task due at once. */
    runAgain: async ({ id }: Json): Promise<void> => {
      const body = { availableTime: new Date().toISOString() };
      accepted(await api(own.server).put(`/v1/tasks/${id}`, { token, body }));
    },
  };

  return {
    get xealth() {
      return xealth;
    },
    get own() {
      return own;
    },
    get server() {
      return own.server;
    },
    /** Token of a trusted server. */
    get token() {
      return token;
    },
    ...calls,
    ...steps,
  };
}
