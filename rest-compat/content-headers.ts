import { parseInstant } from '../src/platform/validation/values/calendar';
import { ApiError, badInput, type Finding } from '../src/platform/errors';
import { normalizeMediaType } from '../src/platform/http/media-type';
import type { RestRequest } from './route';

function refusal(code: 'header-missing' | 'header-invalid', detail: string): Error {
  const title = code === 'header-missing' ? 'header is missing' : 'header is not valid';
  return badInput(detail, [{ code, title, detail }]);
}

/** The value of a header that may occur once; an empty one counts as absent. Throws when it is repeated. */
function single({ headerValues }: RestRequest, name: string): string | undefined {
  const values = headerValues(name);
  if (values.length > 1) throw refusal('header-invalid', `The header ${name} is sent more than once.`);
  return values[0] || undefined;
}

function required(request: RestRequest, name: string): string {
  const value = single(request, name);
  if (value === undefined) throw refusal('header-missing', `The header ${name} is required.`);
  return value;
}

/** What these functions return. Throws with the findings of all that throw. */
export function readTogether<Values extends object>(readers: {
  [Name in keyof Values]: () => Values[Name];
}): Values {
  const values: Record<string, unknown> = {};
  const messages: string[] = [];
  const findings: Finding[] = [];
  for (const [name, read] of Object.entries<() => unknown>(readers)) {
    try {
      values[name] = read();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      messages.push(error.message);
      findings.push(...error.findings);
    }
  }
  if (messages[0] !== undefined) throw badInput(messages[0], findings);
  return values as Values;
}

/** The media type of the body in normalized form. Throws when the header is missing or invalid. */
export function readContentType(request: RestRequest): string {
  const text = required(request, 'Content-Type');
  const mediaType = normalizeMediaType(text);
  if (mediaType !== undefined) return mediaType;
  throw refusal('header-invalid', `The header Content-Type is not a media type: "${text}".`);
}

/** Throws unless the body is declared as JSON. */
export function assertJsonContent(request: RestRequest): void {
  const [essence] = readContentType(request).split(';');
  if (essence !== 'application/json')
    throw refusal('header-invalid', 'The header Content-Type must be application/json.');
}

/** An MD5 digest (16 bytes) in base64, with or without the prefix. */
const digestForm = /^(?:[Mm][Dd]5=)?([A-Za-z0-9+/]{21}[AQgw]==)$/;

/** The MD5 digest of the body in base64, sent as `MD5=<base64>` or without prefix. Throws when it is malformed. */
export function readMd5(request: RestRequest): string | undefined {
  const value = single(request, 'Digest');
  // A JavaScript library sends `null` if it has no digest.
  if (value === undefined || value === 'null') return undefined;
  const digest = digestForm.exec(value.trim())?.[1];
  if (digest !== undefined) return digest;
  throw refusal('header-invalid', 'The header Digest must be MD5= and 24 characters of base64.');
}

/** `readMd5` for a required digest. */
export function requireMd5(request: RestRequest): string {
  const digest = readMd5(request);
  if (digest === undefined) throw refusal('header-missing', 'The header Digest is required.');
  return digest;
}

/** A header as an instant in milliseconds since the epoch. Throws when it is missing, or not RFC 3339 with a zone. */
export function instantHeader(request: RestRequest, name: string): number {
  const instant = parseInstant(required(request, name));
  if (instant !== undefined) return instant;
  throw refusal(
    'header-invalid',
    `The header ${name} must be a time with a zone, such as 2024-05-06T07:08:09Z.`,
  );
}

/** Throws when a time range in two headers ends before it begins. */
export function assertOrdered(start: number, end: number, endHeader: string): void {
  if (end < start)
    throw refusal('header-invalid', `The time of the header ${endHeader} lies before the start.`);
}
