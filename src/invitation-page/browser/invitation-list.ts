import type { LogIn } from '../../explorer/browser/log-in';
import { withoutBidiControls } from '../../platform/bidi-controls';
import { answers, invitationsQuery, moreClinicsQuery } from '../operations';
import { ask } from './graph-client';

/** An open invitation, and how to answer it. */
export interface OpenInvitation {
  key: string;
  /** One sentence about who invites to what. */
  text: string;
  /** What accepting allows, and to whom. */
  allowed: string;
  permissions: readonly string[];
  /** Message after accepting. */
  accepted: string;
  accept: Answer;
  decline: Answer;
}

/** The mutation for an answer, and its variables. */
interface Answer {
  mutation: string;
  input: Record<string, unknown>;
}

interface Creator {
  userId: string | null;
  profile: { fullName: string } | null;
}

interface Invitations {
  me: {
    id: string;
    invitationsReceived: {
      edges: { node: { key: string; permissions: string[]; creator: Creator } }[];
    };
    clinicianInvitations: { key: string; clinic: { name: string } }[];
    clinics: ClinicPage;
  };
}

interface ClinicPage {
  edges: { node: { clinic: Clinic } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface Clinic {
  id: string;
  name: string;
  patientInvitations: { key: string; permissions: string[]; creator: Creator }[];
}

const permissionNames: Readonly<Record<string, string>> = {
  VIEW: 'see the diabetes data',
  NOTE: 'read and write notes',
  UPLOAD: 'upload data',
  FOLLOW: 'get alerts',
};

const permissionTexts = (permissions: readonly string[]): string[] =>
  permissions.flatMap((permission) => permissionNames[permission] ?? []);

const nameOfCreator = ({ profile }: Creator): string =>
  withoutBidiControls(profile?.fullName ?? '').trim() || 'Somebody';

/** All invitations that the logged-in person can answer: their own, and those to clinics where they work. */
export async function findInvitations(logIn: LogIn): Promise<OpenInvitation[]> {
  const { me } = await ask<Invitations>(logIn, invitationsQuery);
  const clinics = await readClinics(logIn, me.clinics);
  return [
    ...me.invitationsReceived.edges.map(({ node }) => toCareTeam(me.id, node)),
    ...me.clinicianInvitations.map((invitation) => toClinic(me.id, invitation)),
    ...clinics.flatMap((clinic) =>
      clinic.patientInvitations.map((invitation) => toPatient(clinic, invitation)),
    ),
  ];
}

/** The clinics of the first page, and of all that follow it. */
async function readClinics(logIn: LogIn, first: ClinicPage): Promise<Clinic[]> {
  const edges = [...first.edges];
  for (let { pageInfo } = first; pageInfo.hasNextPage;) {
    const { me } = await ask<Invitations>(logIn, moreClinicsQuery, { after: pageInfo.endCursor });
    edges.push(...me.clinics.edges);
    ({ pageInfo } = me.clinics);
  }
  return edges.map(({ node: { clinic } }) => clinic);
}

/** Sends an answer. Throws a message for the person when it is refused. */
export async function answer(logIn: LogIn, { mutation: text, input }: Answer): Promise<void> {
  await ask(logIn, text, { input });
}

/** Whether an invitation can still be answered, such as after an answer whose outcome is unknown. */
export const isOpen = async (logIn: LogIn, { key }: OpenInvitation): Promise<boolean> =>
  (await findInvitations(logIn)).some((each) => each.key === key);

function toCareTeam(
  userId: string,
  { key, permissions, creator }: Invitations['me']['invitationsReceived']['edges'][number]['node'],
): OpenInvitation {
  const name = nameOfCreator(creator);
  const input = { userId, inviterId: creator.userId, key };
  return {
    key,
    text: `${name} would like to share diabetes data with you.`,
    allowed: 'After accepting, you can',
    permissions: permissionTexts(permissions),
    accepted: `You have accepted. You find ${name} in the applications that you log in to with this account.`,
    accept: { mutation: answers.acceptInvitation, input },
    decline: { mutation: answers.declineInvitation, input },
  };
}

function toClinic(
  userId: string,
  { key, clinic }: Invitations['me']['clinicianInvitations'][number],
): OpenInvitation {
  const name = withoutBidiControls(clinic.name);
  const input = { userId, key };
  return {
    key,
    text: `${name} invites you to work there.`,
    allowed: '',
    permissions: [],
    accepted: `You have accepted, and work at ${name} now.`,
    accept: {
      mutation: answers.acceptClinicianInvitation,
      input,
    },
    decline: {
      mutation: answers.declineClinicianInvitation,
      input,
    },
  };
}

function toPatient(
  { id: clinicId, name: clinicName }: Clinic,
  { key, permissions, creator }: Clinic['patientInvitations'][number],
): OpenInvitation {
  const name = withoutBidiControls(clinicName);
  const patient = nameOfCreator(creator);
  const input = { clinicId, key };
  return {
    key,
    text: `${patient} would like to be a patient of ${name}.`,
    allowed: 'After accepting, the clinic can',
    permissions: permissionTexts(permissions),
    accepted: `${patient} is a patient of ${name} now.`,
    accept: {
      mutation: answers.acceptPatientInvitation,
      input,
    },
    decline: {
      mutation: answers.endPatientInvitation,
      input,
    },
  };
}
