import { badInput } from '../src/platform/errors';
import { isClinicId, isUserId } from '../src/platform/ids';
import type { RestRequest } from './route';

/** An id out of the address. Throws when it cannot be one, unless nobody is calling: those are told to log in. */
function idOf({ params, context }: RestRequest, name: string, isId: (text: string) => boolean): string {
  const id = params[name] ?? '';
  if (isId(id) || context.caller.kind === 'anonymous') return id;
  const detail = `"${id}" is not an id that ${name} may be.`;
  throw badInput(detail, [
    { code: 'parameter-invalid', title: 'parameter is not valid', detail, source: { parameter: name } },
  ]);
}

/** The account of an address, where its form is checked before anything else. */
export const checkedUserId = (request: RestRequest): string => idOf(request, 'userId', isUserId);

/** The id of a blob or device log of an address. */
export const checkedContentId = (request: RestRequest, name: string): string =>
  idOf(request, name, (text) => /^[0-9a-z]{32}$/.test(text));

/** An id of a clinic, or of what belongs to one, out of the address. */
export const checkedClinicId = (request: RestRequest, name = 'clinicId'): string =>
  idOf(request, name, isClinicId);

/** An account of an address under another name than `userId`. */
export const checkedAccountId = (request: RestRequest, name: string): string => idOf(request, name, isUserId);
