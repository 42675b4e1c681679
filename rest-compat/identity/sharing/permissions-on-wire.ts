import { badInput } from '../../../src/platform/errors';
import type { Permission } from '../../generated/operations';
import { isJsonBody, refuseAsNotObject } from '../../json-body';

const namesOnWire: Record<Permission, string> = {
  CUSTODIAN: 'custodian',
  VIEW: 'view',
  UPLOAD: 'upload',
  NOTE: 'note',
  FOLLOW: 'follow',
  OWNER: 'root',
};

const permissionOfName = new Map(
  Object.entries(namesOnWire).map(([permission, name]) => [name, permission as Permission]),
);

/** Whether somebody other than the owner can hold a permission of this name. */
export const isGrantable = (name: string): boolean => name !== 'root' && permissionOfName.has(name);

/** A permission set in the form of clients: one key per permission, such as `{"view": {}, "upload": {}}`. */
export const permissionsOnWire = (permissions: readonly Permission[]): Record<string, object> =>
  Object.fromEntries(permissions.map((permission) => [namesOnWire[permission], {}]));

/**
 * The permissions in a set on the wire. A missing body is an empty set; null and ownership count as absent. Throws a
 * finding for each unknown name, and for each value that is not an object.
 *
 * @param path of the set within the body; a nested set may be null
 */
export function permissionsFromWire(body: unknown, path = ''): Permission[] {
  if (body === undefined || (body === null && path !== '')) return [];
  if (!isJsonBody(body))
    return path === '' ? refuseAsNotObject() : refuseAsNotObject('Permissions are a JSON object.', path);
  const given = Object.entries(body).filter(([name, value]) => value !== null && name !== 'root');
  const findings = given.flatMap(([name, value]) => findingFor(path, name, value) ?? []);
  if (findings.length > 0) throw badInput('The permissions are not valid.', findings);
  return given.flatMap(([name]) => permissionOfName.get(name) ?? []);
}

function findingFor(path: string, name: string, value: unknown) {
  const source = { pointer: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
  if (!permissionOfName.has(name)) {
    const detail = `There is no permission "${name}".`;
    return { code: 'value-not-allowed', title: 'permission is not known', detail, source };
  }
  if (isJsonBody(value)) return undefined;
  const detail = `The value of "${name}" must be an object.`;
  return { code: 'type-not-object', title: 'value is not an object', detail, source };
}
