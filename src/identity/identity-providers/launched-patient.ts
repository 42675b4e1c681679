import { z } from 'zod';

/** The patient open in an EHR that has launched this service. */
export interface LaunchedPatient {
  /** Id of the patient in the EHR. */
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

/** The relevant part of a FHIR Patient (HL7 FHIR R4). Invalid values count as absent. */
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

/** The current entry: those marked as old are skipped. */
function current<Item extends { use?: string }>(items: readonly Item[]): Item | undefined {
  const usable = items.filter(({ use }) => use !== 'old');
  return usable.find(({ use }) => use === 'official' || use === 'usual') ?? usable[0];
}

/**
 * Only identifiers coded as a medical record number (HL7 table 0203, MR) count: another number may be somebody
 * else's.
 */
const recordNumber = ({ identifier }: FhirPatient): string | undefined =>
  current(
    identifier.filter(
      ({ value, type }) => value !== undefined && type.coding.some(({ code }) => code === 'MR'),
    ),
  )?.value;

/** Extracts the patient from a FHIR Patient. Throws when it is invalid, or has a different id. */
export function parseLaunchedPatient(id: string, said: unknown, timestamp: number): LaunchedPatient {
  const patient = fhirPatient.parse(said);
  if (patient.id !== id) throw new Error('The EHR returned a different patient.');
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
