import { now } from '../../platform/clock';
import { fetchLimited } from '../../platform/http/fetch-limited';
import { parseLaunchedPatient, type LaunchedPatient } from './launched-patient';
import { ProviderError } from './provider-error';

/** Milliseconds for reading a patient. */
const readLimit = 5000;

/** Bytes; far more than any patient needs, even with a picture. */
const largestRecord = 4 * 1024 * 1024;

/** A FHIR id. Dots alone would lead to a different path. */
const idPattern = /^(?!\.+$)[A-Za-z0-9.-]{1,64}$/;

/** Where a token response may name the open patient (SMART App Launch, 2.0). */
interface Context {
  /** Id of the open patient. */
  patient?: unknown;
  /** Who has logged in, possibly the patient. */
  fhirUser?: unknown;
}

/** The id of the patient open in an EHR; null if there is none. */
export function findPatientId(base: string, { patient, fhirUser }: Context): string | null {
  const named = typeof patient === 'string' ? patient : patientIdOfUser(base, fhirUser);
  return named !== null && idPattern.test(named) ? named : null;
}

function patientIdOfUser(base: string, user: unknown): string | null {
  if (typeof user !== 'string') return null;
  const relative = user.startsWith(`${base}/`) ? user.slice(base.length + 1) : user;
  return /^Patient\/([^/]+)$/.exec(relative)?.[1] ?? null;
}

/**
 * Reads a patient from an EHR (HL7 FHIR R4). Throws a `ProviderError`, which never contains any of the response,
 * because it is logged.
 *
 * @param base base URL of the FHIR server, without a trailing slash
 */
export async function readPatient(base: string, accessToken: string, id: string): Promise<LaunchedPatient> {
  const request = {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/fhir+json' },
    redirect: 'error' as const,
    signal: AbortSignal.timeout(readLimit),
  };
  const response = await fetchLimited(`${base}/Patient/${id}`, request, largestRecord);
  if (!response.ok) throw new ProviderError(response.status < 500 ? 'refused' : 'unreachable');
  try {
    return parseLaunchedPatient(id, await response.json(), now());
  } catch {
    throw new ProviderError('unreachable');
  }
}
