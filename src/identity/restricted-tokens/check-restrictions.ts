import { now } from '../../platform/clock';
import { badInput, type Finding } from '../../platform/errors';

/** Restrictions of a token; the service fills in absent ones. */
export interface Restrictions {
  /** Paths that the token is valid for, including everything below them. */
  paths?: string[];
  /** Milliseconds since the epoch. A token that expires in the past is never valid. */
  expirationTime?: number;
}

const mostPaths = 10;

/** Exclusive, in milliseconds from now: 90 days. */
const longestLifetime = 90 * 24 * 3_600_000;

function* checkRestrictions({ paths, expirationTime }: Restrictions): Generator<Finding> {
  if (paths && (paths.length < 1 || paths.length > mostPaths)) {
    yield {
      code: 'length-not-in-range',
      title: 'length is not in range',
      detail: `There are ${paths.length} paths; 1 to ${mostPaths} are allowed.`,
      source: { pointer: '/paths' },
    };
  }
  for (const [index, path] of (paths ?? []).slice(0, mostPaths).entries()) {
    if (path.startsWith('/')) continue;
    yield {
      code: 'value-not-valid',
      title: 'value is not valid',
      detail: `"${path}" does not begin with a slash.`,
      source: { pointer: `/paths/${index}` },
    };
  }
  if (expirationTime !== undefined && expirationTime >= now() + longestLifetime) {
    yield {
      code: 'value-not-before',
      title: 'value is not before the limit',
      detail: 'The token would be valid for 90 days or longer.',
      source: { pointer: '/expirationTime' },
    };
  }
}

/** Throws all problems of the restrictions of a token. */
export function assertRestrictions(restrictions: Restrictions): void {
  const findings = [...checkRestrictions(restrictions)];
  if (findings.length > 0) throw badInput('The restricted token is invalid.', findings);
}
