import { ApiError } from '../../../platform/errors';
import { isJsonObject } from '../../../platform/validation/values/json';

/** Longer texts are no version. */
const longestVersion = 255;

/** Name and version of an uploading application, such as `desktop-uploader 2.53.0`. */
const uploaderVersion = /^\S*uploader\S*\s+v?(\d+)\.(\d+)\.(\d+)(-\S+)?$/i;

type Version = readonly [major: number, minor: number, patch: number, isFinal: number];

function parts([, major, minor, patch, preview]: RegExpMatchArray): Version {
  return [Number(major), Number(minor), Number(patch), preview === undefined ? 1 : 0];
}

function isOlder(version: Version, minimum: Version): boolean {
  const difference = version.map((part, index) => part - (minimum[index] ?? 0)).find((each) => each !== 0);
  return difference !== undefined && difference < 0;
}

/**
 * Throws when the uploader named in a body is older than `minimum`. This comes before all other checks: its records
 * may be invalid for that very reason.
 */
export function assertUploaderIsCurrent(body: unknown, minimum: string): void {
  const records: unknown[] = Array.isArray(body) ? body : [body];
  const oldest = parts(`uploader ${minimum}`.match(uploaderVersion) as RegExpMatchArray);
  for (const [index, record] of records.entries()) {
    const version = isJsonObject(record) && record.type === 'upload' ? record.version : undefined;
    const isReadable = typeof version === 'string' && version.length <= longestVersion;
    const found = isReadable ? version.match(uploaderVersion) : null;
    if (found && isOlder(parts(found), oldest)) throw tooOld(found[0], minimum, index);
  }
}

function tooOld(version: string, minimum: string, index: number): ApiError {
  const detail = `${version} is too old: version ${minimum} or later is required.`;
  const source = { pointer: `/${index}/version` };
  return new ApiError('BAD_USER_INPUT', detail, {
    findings: [{ code: 'outdatedVersion', title: 'uploader is too old', detail, source }],
    wire: { dataIndex: index },
  });
}
