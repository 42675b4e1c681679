/** What happened: data was read or changed, access was denied, somebody logged in or out, or a token was issued. */
export const accessKinds = ['READ', 'CHANGE', 'REFUSED', 'LOG_IN', 'LOG_OUT', 'TOKEN'] as const;

export type AccessKind = (typeof accessKinds)[number];

/**
 * Why access was allowed: as the owner or a custodian, through a share or a clinic, as a trusted server, because
 * the subject shares data with the actor, or as an operator or administrator of the service.
 */
export const accessReasons = [
  'OWNER',
  'CUSTODIAN',
  'SHARE',
  'CLINIC',
  'SERVER',
  'RELATED',
  'OPERATOR',
] as const;

export type AccessReason = (typeof accessReasons)[number];
