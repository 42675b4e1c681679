import { newAccount, newServerToken, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { accepted, addPatient, newClinic, newClinician, newPatient } from '../support/clinics';
import { sendBlob, sendLog } from '../support/content';
import { newMessage } from '../support/messages';
import { prescribed, wholeAttributes, type Practice } from '../support/prescriptions';
import type { ServerUnderTest } from '../support/server';
import { permissionSet, share } from '../support/shares';
import type { KnownId } from './known-ids';

/** All kinds of callers. */
export const callers = ['nobody', 'patient', 'friend', 'clinician', 'administrator', 'server'] as const;
export type Caller = (typeof callers)[number];

/** Unique words in stored data. */
export interface Canary {
  word: string;
  /** Callers who may see a word. */
  seenBy: readonly Caller[];
}

/** A patient, with a friend and a clinic; and another person in another clinic, whose data no caller may see. */
export interface World {
  tokenOf: (caller: Caller) => string | undefined;
  canaries: readonly Canary[];
  /** Ids, keys and addresses of the callers' objects. */
  ids: readonly KnownId[];
  /** Those of the other person. */
  foreignIds: readonly KnownId[];
}

/** Stores an object of each kind in an account, with a word in every text. Returns the ids. */
async function fill(
  server: ServerUnderTest,
  { token, userId }: TestAccount,
  word: string,
): Promise<KnownId[]> {
  const { put, post } = api(server);
  const body = { fullName: `Ann ${word}`, patient: { birthday: '1990-05-06', mrn: word } };
  accepted(await put(`/metadata/${userId}/profile`, { token, body }));
  accepted(await put(`/metadata/${userId}/settings`, { token, body: { units: { bg: word } } }));
  const dataSet = { dataSetType: 'continuous', deviceId: `device ${word}` };
  const made = accepted(await post(`/v1/users/${userId}/data_sets`, { token, body: dataSet }));
  const { uploadId } = made.data;
  const record = {
    ...{ type: 'cbg', units: 'mmol/L', value: 5.5, deviceId: `device ${word}` },
    time: new Date(Date.now() - 3_600_000).toISOString(),
    notes: [word],
  };
  accepted(await post(`/v1/data_sets/${uploadId}/data`, { token, body: [record] }));
  accepted(await post(`/v1/summaries/cgm/${userId}`, { token }));
  const message = newMessage({ messagetext: `note ${word}` });
  const { id: messageId } = accepted(await post(`/message/send/${userId}`, { token, body: { message } }));
  const { id: blobId } = accepted(await sendBlob(server, userId, { token, raw: word }));
  const { id: logId } = accepted(await sendLog(server, userId, token));
  const email = `${word.toLowerCase()}@example.org`;
  const invitation = { email, permissions: permissionSet('view') };
  const { key } = accepted(await post(`/confirm/send/invite/${userId}`, { token, body: invitation }));
  return [
    ['user', userId],
    ['dataSet', uploadId],
    ['message', messageId],
    ['blob', blobId],
    ['log', logId],
    ['invitation', key],
    ['email', email],
  ];
}

/** A clinic with a word in every text but its name, which all may see, and a member. Returns the ids. */
async function openClinic(server: ServerUnderTest, word: string) {
  const clinic = await newClinic(server);
  const { path, admin } = clinic;
  const clinician = await newClinician(server, clinic, ['CLINIC_MEMBER', 'PRESCRIBER']);
  const { token } = admin;
  const tag = accepted(
    await api(server).post(`${path}/patient_tags`, { token, body: { name: word.slice(0, 20) } }),
  );
  const site = accepted(await api(server).post(`${path}/sites`, { token, body: { name: word } }));
  const patient = await newPatient(server, clinic, { fullName: `Patient ${word}`, mrn: word });
  const practice: Practice = {
    ...{ ...clinic, path: `${path}/prescriptions` },
    ...{ prescriber: clinician, member: clinician },
  };
  const prescription = await prescribed(server, practice, wholeAttributes({ firstName: word, mrn: word }));
  const ids: KnownId[] = [
    ['clinic', clinic.id],
    ['shareCode', clinic.shareCode],
    ['clinician', clinician.userId],
    ['clinician', admin.userId],
    ['tag', tag.id],
    ['site', site.id],
    ['patient', patient.id],
    ['prescription', prescription.id],
  ];
  return { clinic, clinician, ids };
}

/** Creates a world on a server that may contain others. */
export async function buildWorld(server: ServerUnderTest, number: number): Promise<World> {
  const [ofPatient, ofClinic, ofOther] = ['Finch', 'Robin', 'Heron'].map((bird) => `${bird}zq${number}x`) as [
    string,
    string,
    string,
  ];
  const [patient, friend, other] = await Promise.all([1, 2, 3].map(() => newAccount(server)));
  if (!patient || !friend || !other) throw new Error('There are three of them.');
  const serverToken = await newServerToken(server);
  const { clinic, clinician, ids: clinicIds } = await openClinic(server, ofClinic);
  const { clinic: otherClinic, ids: otherClinicIds } = await openClinic(server, ofOther);
  const patientIds = await fill(server, patient, ofPatient);
  const otherIds = await fill(server, other, ofOther);
  await share(server, patient, friend, 'view', 'note', 'follow');
  await addPatient(server, clinic, patient, ['view', 'note'], { fullName: `Ann ${ofPatient}` });
  await addPatient(server, otherClinic, other, ['view', 'note'], { fullName: `Ann ${ofOther}` });
  const tokens: Record<Caller, string | undefined> = {
    nobody: undefined,
    patient: patient.token,
    friend: friend.token,
    clinician: clinician.token,
    administrator: clinic.admin.token,
    server: serverToken,
  };
  return {
    tokenOf: (caller) => tokens[caller],
    canaries: [
      { word: ofOther, seenBy: ['server'] },
      { word: ofPatient, seenBy: callers.filter((caller) => caller !== 'nobody') },
    ],
    ids: [
      ...patientIds,
      ...clinicIds,
      ['patient', patient.userId],
      ['user', friend.userId],
      ['email', patient.email],
      ['email', friend.email],
    ],
    foreignIds: [...otherIds, ...otherClinicIds, ['patient', other.userId], ['email', other.email]],
  };
}
