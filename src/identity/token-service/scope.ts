/** The supported scopes, in the order in which they are granted. */
export const knownScopes = ['openid', 'email', 'profile', 'offline_access'] as const;

/** Granted to every client by default. */
const defaultScopes: readonly string[] = ['email', 'profile'];

export const scopeNames = (scope: string): string[] => scope.split(' ').filter((name) => name !== '');

/**
 * The granted part of a requested scope: unknown names are ignored, offline access is for clients that may have it.
 */
export function grantedScope(asked: string, mayGoOffline: boolean): string {
  const names = new Set([...scopeNames(asked), ...defaultScopes]);
  if (!mayGoOffline) names.delete('offline_access');
  return knownScopes.filter((name) => names.has(name)).join(' ');
}

export const hasScope = (scope: string, name: (typeof knownScopes)[number]): boolean =>
  scopeNames(scope).includes(name);
