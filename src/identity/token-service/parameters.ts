import type { Request } from 'express';
import { readBody } from '../../platform/http/read-body';
import { invalidRequest } from './oauth-error';

/** Maximum number of bytes; far more than any form needs. */
const largestForm = 65_536;

/** The parameters of a request, from its query or form. */
export class Parameters {
  constructor(private readonly values: URLSearchParams) {}

  /** The value of a parameter; undefined if absent or empty (RFC 6749, 3.1). */
  get(name: string): string | undefined {
    return this.values.get(name) || undefined;
  }

  /** All values of a parameter, separated by spaces. */
  joined(name: string): string {
    return this.values.getAll(name).join(' ');
  }

  isRepeated(name: string): boolean {
    return this.values.getAll(name).length > 1;
  }

  /** The first repeated parameter, except those that may be repeated. */
  repeated(allowed: readonly string[] = []): string | undefined {
    const seen = new Set<string>();
    for (const name of this.values.keys()) {
      if (seen.has(name) && !allowed.includes(name)) return name;
      seen.add(name);
    }
    return undefined;
  }
}

export function queryParameters(request: Request): Parameters {
  const start = request.originalUrl.indexOf('?');
  return new Parameters(new URLSearchParams(start < 0 ? '' : request.originalUrl.slice(start + 1)));
}

/** The form in the body of a request. Throws `invalid_request` when the body is not a form or is too large. */
export async function formParameters(request: Request): Promise<Parameters> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded') {
    throw invalidRequest('The body must be application/x-www-form-urlencoded');
  }
  const body = await readBody(request, largestForm, request.ip ?? '');
  return new Parameters(new URLSearchParams(body.toString('utf8')));
}

/** Parameters of a route with a query for GET and a form for POST. */
export const requestParameters = (request: Request): Promise<Parameters> =>
  request.method === 'POST' ? formParameters(request) : Promise.resolve(queryParameters(request));
