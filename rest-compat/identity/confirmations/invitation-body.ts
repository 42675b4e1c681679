import { BodyTable, field, required, type BodyField } from '../../body-table';
import type { JsonBody } from '../../json-body';
import type { Permission } from '../../generated/operations';
import { permissionsFromWire } from '../sharing/permissions-on-wire';

const permissions: BodyField<Permission[]> = {
  isRequired: true,
  read: (body, name) => permissionsFromWire(body.required(name, 'object'), body.pointer(name)),
};

const alertsConfig: BodyField<JsonBody | undefined> = {
  read: (body, name) => body.optional(name, 'object'),
};

/** An invitation to a care team in a body. */
export const newInvitation = new BodyTable(
  'SendInvitationInput',
  {
    email: required(field.address),
    permissions,
    nickname: field.filledText,
    alertsConfig,
  },
  'as absent',
);
