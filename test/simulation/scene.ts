import { newAccount, newServerToken, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { newClinic, type TestClinic } from '../support/clinics';
import type { ServerUnderTest } from '../support/server';
import { share } from '../support/shares';
import type { Hook } from '../support/webhook-sink';
import { Register, Registers } from './register';
import type { Stage } from './stage';

export const permissions = ['view', 'upload', 'note', 'follow'] as const;
export type Permission = (typeof permissions)[number];

/** A person with an account. */
export interface Actor extends TestAccount {
  /** Name in the list of steps. */
  name: string;
  /** Undefined once the account is deleted. */
  exists: Register<true>;
}

export interface DataSet {
  owner: Actor;
  /** Known once a response or a list has contained it. */
  id?: string;
  /** `time value` of its records, in order. */
  records: Register<string[]>;
}

/** What a device has in its memory, as all of its read-outs have shown it. */
export interface Memory {
  owner: Actor;
  /** The records of each, by `time value`; some may not have arrived. */
  readOuts: { records: ReadonlyMap<string, object> }[];
  /** `time value` of the visible records, in order. */
  shown: Register<string[]>;
}

/** Content with a client-side name. */
export interface Content {
  owner: Actor;
  id?: string;
  text: Register<string>;
}

export interface Note {
  owner: Actor;
  id?: string;
  text: Register<string>;
}

/** Readings below it are reported. */
export const lowThreshold = { value: 3, units: 'mmol/L' };

/** A kind of alert and its settings. */
export type AlertsConfig = Partial<Record<string, { enabled: boolean }>>;

/** A follower at the time of a low reading, and the registers that determine whether they are notified. */
export interface Witness {
  follower: Actor;
  /** Whether they must be notified, or must not; others may be. */
  isTold: boolean;
  registers: readonly Register[];
  /** Sum of their versions: once it differs, nothing is known. */
  version: number;
}

/** A reading that followers are alerted of. */
export interface LowReading {
  owner: Actor;
  /** The records of its data set. */
  records: Register<string[]>;
  /** `time value`. */
  text: string;
  time: number;
  /** The server's time when it was sent. */
  sentTime: number;
  /** How far that was ahead of this process's time. */
  clockLead: number;
  witnesses: readonly Witness[];
}

/** A prescription, identified by a unique last name. */
export interface Prescription {
  id?: string;
  /** The claim for it; absent once it is claimed. */
  accessCode?: string;
  is: Register<{ state: string; firstName: string; patientUserId: string | null }>;
}

/** A person without password, and permissions on their account by name. */
export interface Ward {
  id?: string;
  is: Register<{ fullName: string | null; holders: Record<string, string[]> }>;
}

/** A device log, identified by its text. */
export interface DeviceLog {
  owner: Actor;
  text: Register<string>;
}

/** A mail that was promised, and who has caused it, if that account can be deleted. */
export interface DueMail {
  to: string;
  from?: Actor;
}

/** The state of a run: people, a clinic, and everything known about stored data. */
export interface Scene {
  server: ServerUnderTest;
  readonly api: ReturnType<typeof api>;
  serverToken: string;
  /** The server's time, in milliseconds since the epoch. */
  now: () => number;
  /** Start of the run, likewise. */
  began: number;
  /** People with data of their own. */
  people: Actor[];
  /** Administrator of the clinic from the beginning. */
  administrator: Actor;
  /** Has data, and no shares with anyone. */
  stranger: Actor;
  /** All people. */
  everybody: Actor[];
  clinic: TestClinic;
  /** `sharer grantee`, by name: direct shares. */
  shares: Registers<Permission[]>;
  /** `inviter invitee`, by name: permissions in an open invitation. */
  invitations: Registers<Permission[]>;
  /** Expiration times in milliseconds since the epoch, by the server's clock. */
  invitationsExpire: Map<string, number>;
  /** Expected mails. */
  mails: DueMail[];
  /** By name: roles in the clinic. */
  clinicians: Registers<string[]>;
  /** By name: roles in an open invitation into the clinic. */
  memberInvitations: Registers<string[]>;
  /** By name: permissions in an open invitation to the clinic. */
  patientInvitations: Registers<string[]>;
  /** Expiration times in milliseconds since the epoch, by the server's clock. */
  patientInvitationsExpire: Map<string, number>;
  /** By user id: permissions of the clinic, and the patient's name there. */
  patients: Registers<{ fullName: string; mrn: string | null; permissions: string[] }>;
  /** By user id. */
  profiles: Registers<{ fullName: string }>;
  dataSets: Map<string, DataSet>;
  /** By device. */
  memories: Map<string, Memory>;
  contents: Map<string, Content>;
  notes: Map<string, Note>;
  /** `followed follower`, by name: alert configuration. */
  alerts: Registers<AlertsConfig>;
  /** By account id: the last reading below the threshold, and when any was sent, in order. */
  lowReadings: Map<string, LowReading>;
  /** Received notifications of alerts, of all runs. */
  hooks: readonly Hook[];
  /** Names of the faults so far. */
  suffered: Set<string>;
  /** `name type`: version, state and supported organizations of each record, in order. */
  consents: Registers<string[]>;
  /** By the name of its register: the id of the active or last consent. */
  activeConsents: Map<string, string>;
  /** By last name. */
  prescriptions: Map<string, Prescription>;
  /** By address. */
  wards: Map<string, Ward>;
  /** By MD5. */
  deviceLogs: Map<string, DeviceLog>;
  /** `requester owner`, by name: number of requested exports. */
  requestedExports: Registers<number>;
  /** By name. */
  passwords: Registers<string>;
  /** By name: all passwords that the account had or may have been given. */
  passwordsTried: Map<string, string[]>;
  /** A new number, for names. */
  number: () => number;
}

/** Creates the accounts and the clinic of a run. */
export async function newScene({ server, now, hooks }: Stage): Promise<Scene> {
  const names = ['Ann', 'Ben', 'Cleo', 'Dora', 'Eve'];
  const [clinic, ...accounts] = await Promise.all([
    newClinic(server),
    ...names.map(() => newAccount(server)),
  ]);
  const actors = [clinic.admin, ...accounts].map((account, index) => {
    const name = ['Head', ...names][index] ?? '';
    return { ...account, name, exists: new Register<true>(`the account of ${name}`, true) };
  });
  const [administrator, ...others] = actors as [Actor, ...Actor[]];
  const stranger = others.pop() as Actor;
  let last = 0;
  const scene: Scene = {
    server,
    // Created anew each time, because another process may take the request.
    get api() {
      return api(server);
    },
    serverToken: await newServerToken(server),
    now,
    began: now(),
    people: others,
    administrator,
    stranger,
    everybody: actors,
    clinic,
    shares: new Registers('the share'),
    invitations: new Registers('the invitation'),
    invitationsExpire: new Map(),
    mails: [],
    clinicians: new Registers('the clinician'),
    memberInvitations: new Registers('the invitation into the clinic of'),
    patientInvitations: new Registers('the invitation of the clinic by'),
    patientInvitationsExpire: new Map(),
    patients: new Registers('the patient'),
    profiles: new Registers('the profile of'),
    dataSets: new Map(),
    memories: new Map(),
    contents: new Map(),
    notes: new Map(),
    alerts: new Registers('the alerts of'),
    lowReadings: new Map(),
    hooks,
    suffered: new Set(),
    consents: new Registers('the consents of'),
    activeConsents: new Map(),
    prescriptions: new Map(),
    wards: new Map(),
    deviceLogs: new Map(),
    requestedExports: new Registers('the exports'),
    passwords: new Registers('the password of'),
    passwordsTried: new Map(actors.map(({ name, password }) => [name, [password]])),
    number: () => (last += 1),
  };
  scene.clinicians.get(administrator.name).set(['CLINIC_ADMIN']);
  for (const { name, password } of actors) scene.passwords.get(name).set(password);
  await addFollower(scene);
  return scene;
}

/** Ann uploads from a device, and Ben gets alerts about her. */
async function addFollower(scene: Scene): Promise<void> {
  const [ann, ben] = scene.people as [Actor, Actor];
  const deviceId = 'device-0';
  await share(scene.server, ann, ben, 'follow');
  const config = { urgentLow: { enabled: true, threshold: lowThreshold } };
  await scene.api.post(alertsPath(ann, ben), { token: ben.token, body: config });
  const body = { dataSetType: 'continuous', deviceId };
  const { body: made } = await scene.api.post(`/v1/users/${ann.userId}/data_sets`, {
    token: ann.token,
    body,
  });
  scene.shares.get(toPairName(ann, ben)).set(['follow']);
  scene.alerts.get(toPairName(ann, ben)).set(config);
  const records = new Register<string[]>(`the data set ${deviceId} of ${ann.name}`, []);
  scene.dataSets.set(deviceId, { owner: ann, id: made.data.uploadId, records });
}

export const alertsPath = (followed: Actor, follower: Actor): string =>
  `/v1/users/${followed.userId}/followers/${follower.userId}/alerts`;

export const toPairName = (sharer: Actor, grantee: Actor): string => `${sharer.name} ${grantee.name}`;

/** All registers that determine an account's permissions on another's data. */
export const decisiveFor = (
  { shares, clinicians, patients }: Scene,
  actor: Actor,
  owner: Actor,
): Register[] =>
  [
    actor.exists,
    owner.exists,
    shares.get(toPairName(owner, actor)),
    clinicians.get(actor.name),
    patients.get(owner.userId),
  ] as Register[];

/** Whether none of the registers that determine permissions has a pending change. */
export const isDecided = (scene: Scene, actor: Actor, owner: Actor): boolean =>
  decisiveFor(scene, actor, owner).every(({ isSettled }) => isSettled);

/** Permissions on another account's data: through a share, or as a member of the clinic. */
export function held(scene: Scene, actor: Actor, owner: Actor): ReadonlySet<string> {
  if (!actor.exists.isThere || !owner.exists.isThere) return new Set();
  if (actor === owner) return new Set(['root', ...permissions]);
  const patient = scene.patients.get(owner.userId).now;
  const works = scene.clinicians.get(actor.name).isThere;
  return new Set([
    ...(scene.shares.get(toPairName(owner, actor)).now ?? []),
    ...(works && patient ? patient.permissions : []),
  ]);
}

/** People who can act now: those with an existing account. */
export const present = (actors: readonly Actor[]): Actor[] =>
  actors.filter(({ exists }) => exists.isSettled && exists.isThere);
