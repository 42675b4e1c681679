import type { Request } from 'express';

/**
 * The pattern of the route that has taken a request, such as `/auth/token/:token`; `other` when none has. For logs and
 * measurements: the address itself may hold tokens, keys and e-mail addresses.
 */
export function routePattern(request: Request): string {
  const path = (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'other';
}
