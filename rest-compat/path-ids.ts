import { badInput } from '../src/platform/errors';
import { isClinicId, isUserId } from '../src/platform/ids';
import type { RestRequest } from './route';

/** An id in the path. Throws when it is malformed, unless there is no caller, who has to log in first. */
function readId({ params, context }: RestRequest, name: string, isId: (text: string) => boolean): string {
  const id = params[name] ?? '';
  if (isId(id) || context.caller.kind === 'anonymous') return id;
  const detail = `"${id}" is not an id that ${name} may be.`;
  throw badInput(detail, [
    { code: 'parameter-invalid', title: 'parameter is not valid', detail, source: { parameter: name } },
  ]);
}

/** The account in the path, validated before anything else. */
export const checkedUserId = (request: RestRequest): string => readId(request, 'userId', isUserId);

/** The id of a blob or device log in the path. */
export const checkedContentId = (request: RestRequest, name: string): string =>
  readId(request, name, (text) => /^[0-9a-z]{32}$/.test(text));

/** The id of a clinic, or of an object within it, in the path. */
export const checkedClinicId = (request: RestRequest, name = 'clinicId'): string =>
  readId(request, name, isClinicId);

/** An account in the path under a name other than `userId`. */
export const checkedAccountId = (request: RestRequest, name: string): string =>
  readId(request, name, isUserId);
