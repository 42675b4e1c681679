/**
 * What happened: somebody read or changed data, was refused, logged in, logged out, or got a token.
 */
export const accessKinds = ['READ', 'CHANGE', 'REFUSED', 'LOG_IN', 'LOG_OUT', 'TOKEN'] as const;

export type AccessKind = (typeof accessKinds)[number];

/**
 * Why it was allowed: as the owner or a custodian, through a share or a clinic, as a trusted server, or because the
 * subject is somebody who shares data with the actor.
 */
export const accessReasons = ['OWNER', 'CUSTODIAN', 'SHARE', 'CLINIC', 'SERVER', 'RELATED'] as const;

export type AccessReason = (typeof accessReasons)[number];
