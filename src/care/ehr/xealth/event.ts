import { now } from '../../../platform/clock';
import { digest, fold } from '../../../platform/folding';
import { birthday } from '../../../platform/rules/days';
import { badInput } from '../../../platform/errors';
import { isObject, objectIn, objectsIn, textIn, textsIn, type Json } from '../json-fields';
import type { EhrSettings } from '../../clinics/settings/ehr-settings';

/** The relevant parts of an event or order of Xealth; null for what is missing or malformed. */
export interface XealthEvent {
  type: string | null;
  context: string | null;
  /** The health system that sent the event. */
  deployment: string | null;
  programId: string | null;
  orderId: string | null;
  identifiers: { id: string; type: string }[];
  givenName: string | null;
  familyName: string | null;
  /** As received. */
  birthDate: string | null;
  /** The patient's email address of the highest rank. */
  email: string | null;
  /** The viewing person, as identified by the health record system. */
  viewer: string | null;
  form: { trackingId: string | null; isCanceled: boolean; input: Json };
  /** Links an order to the form that was completed before it. */
  trackingId: string | null;
}

/** The person that an event refers to. */
export interface XealthPerson {
  mrn: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  fullName: string;
  email: string | null;
}

/** Xealth sends names as lists, some systems as a single text. */
const namesIn = (name: Json, part: string): string[] => {
  const one = textIn(name, part);
  return one === null ? textsIn(name, part) : [one];
};

function emailIn(demographics: Json): string | null {
  const readRank = ({ rank }: Json) => (typeof rank === 'number' ? rank : Infinity);
  const addresses = objectsIn(demographics, 'telecom').filter(({ system }) => system === 'email');
  const [first = {}] = addresses.toSorted((one, other) => readRank(one) - readRank(other) || 0);
  return textIn(first, 'value');
}

function identifiersIn(...holders: Json[]): XealthEvent['identifiers'] {
  return holders.flatMap((holder) =>
    objectsIn(holder, 'ids').flatMap((identifier) => {
      const [id, type] = [textIn(identifier, 'id'), textIn(identifier, 'type')];
      return id === null || type === null ? [] : [{ id, type }];
    }),
  );
}

/** Parses an event. */
export function readEvent(content: Json): XealthEvent {
  const datasets = objectIn(content, 'datasets');
  const demographics = objectIn(datasets, 'demographicsV1');
  const name = objectIn(demographics, 'name');
  const user = objectIn(datasets, 'ehrUserV1');
  const form = objectIn(content, 'formData');
  return {
    type: textIn(content, 'eventType'),
    context: textIn(content, 'eventContext'),
    deployment: textIn(content, 'deployment'),
    programId: textIn(content, 'programId'),
    orderId: textIn(content, 'orderId'),
    identifiers: identifiersIn(demographics, objectIn(content, 'patientIdentity')),
    givenName: namesIn(name, 'given')[0] ?? null,
    familyName: namesIn(name, 'family').join(' ') || null,
    birthDate: textIn(demographics, 'birthDate'),
    email: emailIn(demographics),
    viewer: textIn(user, 'userId') ?? textIn(user, 'systemLogin'),
    form: {
      trackingId: textIn(form, 'dataTrackingId'),
      isCanceled: form.canceled === true,
      input: isObject(form.userInput) ? form.userInput : {},
    },
    trackingId: textIn(objectIn(content, 'preorder'), 'dataTrackingId'),
  };
}

/** The source of an event. Throws when it is missing. */
export function readDeployment({ deployment }: XealthEvent): string {
  if (deployment === null) throw badInput('The event does not contain its source: "deployment".');
  return deployment;
}

/** The person that an event refers to. Throws when the details that the clinic needs are missing. */
export function readPerson(event: XealthEvent, { mrnIdType }: EhrSettings): XealthPerson {
  const { identifiers, birthDate, givenName, familyName, email } = event;
  const type = mrnIdType.toLowerCase();
  const mrn = identifiers.find((identifier) => identifier.type.toLowerCase() === type)?.id;
  if (mrn === undefined)
    throw badInput(`The event contains no record number: an identifier of the type "${mrnIdType}".`);
  if (birthDate === null || birthday(now())(birthDate))
    throw badInput(
      'The event does not contain the date of birth: "datasets.demographicsV1.birthDate", such as 1990-05-06.',
    );
  const fullName = [givenName, familyName].filter((part) => part !== null).join(' ');
  return { mrn, birthDate, fullName, email };
}

/** Comparison key of people; like patients, they differ in more than case and accents of their record numbers. */
export const digestPerson = ({ mrn, birthDate }: Pick<XealthPerson, 'mrn' | 'birthDate'>): string =>
  digest(JSON.stringify([fold(mrn), birthDate]));
