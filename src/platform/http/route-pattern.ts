import type { Request } from 'express';

/**
 * The pattern of the route that handled a request, such as `/auth/token/:token`; `other` if none did. For logs and
 * metrics: the path itself may contain tokens, keys and email addresses.
 */
export function routePattern(request: Request): string {
  const path = (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : 'other';
}
