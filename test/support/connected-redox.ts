import { newServerToken } from './accounts';
import { api, type Json } from './api';
import { accepted, newClinic, type TestClinic } from './clinics';
import { connectClinic, person } from './ehr';
import { startOwnApp, type OwnApp } from './own-app';
import { periodWith, statsWith } from './patient-summaries';
import { verificationToken } from './server';
import { waitFor } from './wait-until';
import { openWebhookSink, type WebhookSink } from './webhook-sink';

/** A clinic that receives its messages exclusively. */
export interface RedoxClinic {
  clinic: TestClinic;
  sourceId: string;
  destination: string;
}

/** The patient in test orders, as clinics know them. */
export const orderedPatient = { mrn: person.mrn, fullName: 'Ann Other', birthDate: person.birthDate };

const figures = {
  averageGlucoseMmol: 8,
  glucoseManagementIndicator: 6.789,
  timeCGMUsePercent: 0.98765,
  timeInTargetPercent: 0.7012,
  timeInVeryLowPercent: 0.0012,
};

/** Sensor statistics, as after an upload. */
export const summaryAt = (lastUploadDate: string) => ({
  cgmStats: statsWith(
    { '14d': periodWith('cgm', figures) },
    { lastUpdatedDate: lastUploadDate, lastData: '2026-02-01T00:00:00.000Z', lastUploadDate },
  ),
});

/** The service, and a receiver of its messages, for the tests of a file; called once per file. */
export function connectedRedox() {
  let receiver: WebhookSink;
  let own: OwnApp;
  let token: string;

  beforeAll(async () => {
    receiver = await openWebhookSink();
    receiver.answerWith(() => 200);
    own = await startOwnApp({
      REDOX_VERIFICATION_TOKEN: verificationToken,
      REDOX_URL: receiver.url,
      REDOX_TOKEN: 'shown to the receiver',
      TASK_POLL_DELAY: '0.05',
    });
    token = await newServerToken(own.server);
  });

  afterAll(async () => {
    await own.close();
    await receiver.close();
  });

  const messagesTo = (destination: string, dataModel: string): Json[] =>
    receiver.hooks
      .map(({ body }) => body)
      .filter(({ Meta }: Json) => Meta.Destinations[0].ID === destination && Meta.DataModel === dataModel);

  const someMessages = (destination: string, dataModel: string, count = 1): Promise<Json[]> =>
    waitFor(`${count} ${dataModel}`, () => {
      const found = messagesTo(destination, dataModel);
      return found.length >= count ? found : undefined;
    });

  return {
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
    /** The messages that the service has sent. */
    get received() {
      return receiver.hooks;
    },
    /** Makes the receiver answer with this status from now on; it begins with 200. */
    answerWith: (status: number) => receiver.answerWith(() => status),
    messagesTo,
    someMessages,
    /** A clinic that receives its messages exclusively. */
    connected: async (changes: object = {}): Promise<RedoxClinic> => {
      const clinic = await newClinic(own.server);
      const destination = clinic.id;
      const destinationIds = { results: destination, flowsheet: destination, notes: destination };
      const sourceId = await connectClinic(own.server, clinic, { destinationIds, ...changes });
      return { clinic, sourceId, destination };
    },
    /** Codes and values of the last received result. */
    resultOf: async (destination: string, count = 1): Promise<[string, string][]> => {
      const [order] = (await someMessages(destination, 'Results', count)).at(-1).Orders;
      return order.Results.map(({ Code, Value }: Json) => [Code, Value]);
    },
    patientsOf: async ({ clinic }: RedoxClinic): Promise<Json[]> =>
      accepted(await api(own.server).get(`${clinic.path}/patients`, { token: clinic.admin.token })).data,
  };
}
