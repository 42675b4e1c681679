import { z } from 'zod';

/** Whom somebody has open in a records system while they open this service from within it. */
export interface LaunchedPatient {
  /** The id in the records system. */
  id: string;
  firstName?: string;
  lastName?: string;
  /** Medical record number. */
  mrn?: string;
  /** Date of birth, YYYY-MM-DD. */
  dob?: string;
  /** When the record was read, in milliseconds since the epoch. */
  timestamp: number;
}

const text = z.string().trim().min(1).max(255).optional().catch(undefined);

/** The part of a FHIR Patient that is looked at (HL7 FHIR R4). What is not as it should be counts as not said. */
const fhirPatient = z.object({
  resourceType: z.literal('Patient'),
  id: z.string(),
  name: z.array(z.object({ use: text, family: text, given: z.array(text).catch([]) })).catch([]),
  identifier: z
    .array(
      z.object({
        use: text,
        value: text,
        type: z.object({ coding: z.array(z.object({ code: text })).catch([]) }).catch({ coding: [] }),
      }),
    )
    .catch([]),
  birthDate: z.iso.date().optional().catch(undefined),
});

type FhirPatient = z.infer<typeof fhirPatient>;

/** The one that is in force: names and numbers that are marked as old are passed over. */
function current<Item extends { use?: string }>(items: readonly Item[]): Item | undefined {
  const usable = items.filter(({ use }) => use !== 'old');
  return usable.find(({ use }) => use === 'official' || use === 'usual') ?? usable[0];
}

/** Only what is coded as a medical record number (HL7 table 0203, MR) is one: another number may be somebody else's. */
const recordNumber = ({ identifier }: FhirPatient): string | undefined =>
  current(
    identifier.filter(
      ({ value, type }) => value !== undefined && type.coding.some(({ code }) => code === 'MR'),
    ),
  )?.value;

/** What a FHIR Patient says. Throws when it is none, or not the one with this id. */
export function launchedPatientOf(id: string, said: unknown, timestamp: number): LaunchedPatient {
  const patient = fhirPatient.parse(said);
  if (patient.id !== id) throw new Error('The records system has answered with another patient.');
  const name = current(patient.name);
  return {
    id,
    firstName: name?.given.find((given) => given !== undefined),
    lastName: name?.family,
    mrn: recordNumber(patient),
    dob: patient.birthDate,
    timestamp,
  };
}
