import type { TextFormat } from '../vocabulary';
import { instantProblem, isLocalTime, parseInstant, zeroInstant } from './calendar';
import timezoneNames from './timezone-names.json';

/** What a text of a format can get wrong. */
export type FormatProblem = 'value-empty' | 'value-not-valid';

const recordId = /^(?:upid_[0-9a-f]{12}|upid_[0-9a-f]{32}|[0-9a-z]{32})$/;
const uploadId = /^(?:upid_[0-9a-f]{12}|upid_[0-9a-f]{32}|[0-9a-f]{32})$/;
const absoluteUrl = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]/;
/** URL parsers leave out tabs and ends of lines. */
const controlCharacter = /\p{Cc}/u;
const maximumUrlBytes = 2047;

/** Names and links of the IANA time zone database 2025b, which are case-sensitive. */
const timezones: ReadonlySet<string> = new Set(timezoneNames);

/** The name of each format in messages. */
const formatNames: Readonly<Record<Exclude<TextFormat, 'rfc3339'>, string>> = {
  recordId: 'a record id',
  uploadId: 'an id that records can use for their data set',
  localTime: 'a time without a zone, YYYY-MM-DDThh:mm:ss',
  timezone: 'a time zone name from the IANA database',
  url: 'an absolute URL of at most 2047 bytes',
};

/** Returns the problem of a text, or undefined if it has the format. */
export function formatProblem(format: TextFormat, text: string): FormatProblem | undefined {
  switch (format) {
    case 'localTime':
      return isLocalTime(text) ? undefined : 'value-not-valid';
    case 'rfc3339':
      return rfc3339Problem(text);
    case 'recordId':
      return problemUnless(recordId.test(text), text);
    case 'uploadId':
      return problemUnless(uploadId.test(text), text);
    case 'timezone':
      return problemUnless(timezones.has(text), text);
    case 'url':
      return problemUnless(isAbsoluteUrl(text), text);
  }
}

/** What is wrong with a text that has not the format, as the rest of a sentence that begins with the text. */
export const describeFormatProblem = (format: TextFormat, text: string): string =>
  format === 'rfc3339' ? instantProblem(text) : `is not ${formatNames[format]}`;

function problemUnless(isValid: boolean, text: string): FormatProblem | undefined {
  if (isValid) return undefined;
  return text === '' ? 'value-empty' : 'value-not-valid';
}

function rfc3339Problem(text: string): FormatProblem | undefined {
  const instant = parseInstant(text);
  if (instant === undefined) return 'value-not-valid';
  return instant === zeroInstant ? 'value-empty' : undefined;
}

/** URL parsers repair what they can (`http:host`, `http:///host`), so the text itself must contain the host. */
function isAbsoluteUrl(text: string): boolean {
  if (!absoluteUrl.test(text) || controlCharacter.test(text)) return false;
  if (Buffer.byteLength(text) > maximumUrlBytes || !URL.canParse(text)) return false;
  return new URL(text).host !== '';
}
