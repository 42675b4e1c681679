import { newAccount, newServerToken, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { newClinic, type TestClinic } from '../support/clinics';
import type { ServerUnderTest } from '../support/server';
import { Register, Registers } from './register';

export const permissions = ['view', 'upload', 'note', 'follow'] as const;
export type Permission = (typeof permissions)[number];

/** Somebody with an account. */
export interface Actor extends TestAccount {
  /** What the list of steps calls them. */
  name: string;
  /** Undefined once the account is deleted. */
  exists: Register<true>;
}

export interface DataSet {
  owner: Actor;
  /** Known as soon as an answer or a list has told it. */
  id?: string;
  /** `time value` of its records, in order. */
  records: Register<string[]>;
}

/** Content under a name of the client's. */
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

/** A kind of alert and what is wanted of it. */
export type AlertsConfig = Partial<Record<string, { enabled: boolean; delay: number }>>;

/** What is known of a prescription by its last name, which no other one has. */
export interface Prescription {
  id?: string;
  /** What its patient claims it with; absent once it is claimed. */
  accessCode?: string;
  is: Register<{ state: string; firstName: string; patientUserId: string | null }>;
}

/** Somebody who has no password, and what others hold of their account, by name. */
export interface Ward {
  id?: string;
  is: Register<{ fullName: string | null; holders: Record<string, string[]> }>;
}

/** A log of a device, by its text. */
export interface DeviceLog {
  owner: Actor;
  text: Register<string>;
}

/** What a run has to do with: people, a clinic, and all that is known of what they have stored. */
export interface Scene {
  server: ServerUnderTest;
  readonly api: ReturnType<typeof api>;
  serverToken: string;
  /** The time by the clock of the server, in milliseconds since the epoch. */
  now: () => number;
  /** When the run began, likewise. */
  began: number;
  /** People who have data of their own. */
  people: Actor[];
  /** Works in the clinic from the beginning and manages it. */
  administrator: Actor;
  /** Has data of their own; nobody ever shares anything with them. */
  stranger: Actor;
  /** All of them. */
  everybody: Actor[];
  clinic: TestClinic;
  /** `sharer grantee`, by name: what was shared directly. */
  shares: Registers<Permission[]>;
  /** `inviter invitee`, by name: what an invitation that can be accepted gives. */
  invitations: Registers<Permission[]>;
  /** When they cannot be accepted any more, in milliseconds since the epoch, by the clock of the server. */
  invitationsExpire: Map<string, number>;
  /** Each mail that is due, by its address. */
  mails: string[];
  /** By the name of the person: roles in the clinic. */
  clinicians: Registers<string[]>;
  /** By user id: what the clinic may do, and what it calls them. */
  patients: Registers<{ fullName: string; mrn: string | null; permissions: string[] }>;
  /** By user id. */
  profiles: Registers<{ fullName: string }>;
  dataSets: Map<string, DataSet>;
  contents: Map<string, Content>;
  notes: Map<string, Note>;
  /** `followed follower`, by name: what the follower wants to be told. */
  alerts: Registers<AlertsConfig>;
  /** `name type`: version, state and supported organizations of each record, in order. */
  consents: Registers<string[]>;
  /** By the name of its register: the id of the consent that holds, or of the last one that did. */
  activeConsents: Map<string, string>;
  /** By last name. */
  prescriptions: Map<string, Prescription>;
  /** By address. */
  wards: Map<string, Ward>;
  /** By MD5. */
  deviceLogs: Map<string, DeviceLog>;
  /** `requester owner`, by name: how many exports there are that were asked for. */
  requestedExports: Registers<number>;
  /** By name. */
  passwords: Registers<string>;
  /** By name: all that the account had or was to have. */
  passwordsTried: Map<string, string[]>;
  /** A number that was not used before, for names. */
  number: () => number;
}

/** Opens the accounts and the clinic of a run. */
export async function newScene(server: ServerUnderTest, now: () => number): Promise<Scene> {
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
    // Made anew each time: there may be another process to ask.
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
    patients: new Registers('the patient'),
    profiles: new Registers('the profile of'),
    dataSets: new Map(),
    contents: new Map(),
    notes: new Map(),
    alerts: new Registers('the alerts of'),
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
  return scene;
}

export const pairOf = (sharer: Actor, grantee: Actor): string => `${sharer.name} ${grantee.name}`;

/** All that decides on what somebody may do with the data of somebody else. */
export const decisiveFor = (
  { shares, clinicians, patients }: Scene,
  actor: Actor,
  owner: Actor,
): Register[] =>
  [
    actor.exists,
    owner.exists,
    shares.get(pairOf(owner, actor)),
    clinicians.get(actor.name),
    patients.get(owner.userId),
  ] as Register[];

/** Whether nothing is open of what decides on what somebody may do with the data of somebody else. */
export const isDecided = (scene: Scene, actor: Actor, owner: Actor): boolean =>
  decisiveFor(scene, actor, owner).every(({ isSettled }) => isSettled);

/** What somebody may do with the data of somebody else: by a share, or as somebody who works in the clinic. */
export function held(scene: Scene, actor: Actor, owner: Actor): ReadonlySet<string> {
  if (!actor.exists.isThere || !owner.exists.isThere) return new Set();
  if (actor === owner) return new Set(['root', ...permissions]);
  const patient = scene.patients.get(owner.userId).now;
  const works = scene.clinicians.get(actor.name).isThere;
  return new Set([
    ...(scene.shares.get(pairOf(owner, actor)).now ?? []),
    ...(works && patient ? patient.permissions : []),
  ]);
}

/** Whoever could do something now: whose account is there. */
export const present = (actors: readonly Actor[]): Actor[] =>
  actors.filter(({ exists }) => exists.isSettled && exists.isThere);
