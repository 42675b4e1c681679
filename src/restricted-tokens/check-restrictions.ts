import { now } from '../clock';
import { badInput, type Finding } from '../errors';

/** What a restricted token is good for; what is absent is left to the service. */
export interface Restrictions {
  /** Paths that the token is good for, and all that is below them. */
  paths?: string[];
  /** Milliseconds since the epoch. In the past, the token is dead from the start. */
  expirationTime?: number;
}

const mostPaths = 10;

/** Exclusive, in milliseconds from now: 90 days. */
const longestLifetime = 90 * 24 * 3_600_000;

function* findingsOf({ paths, expirationTime }: Restrictions): Generator<Finding> {
  if (paths && (paths.length < 1 || paths.length > mostPaths)) {
    yield {
      code: 'length-not-in-range',
      title: 'length is not in range',
      detail: `There are ${paths.length} paths, and 1 to ${mostPaths} are allowed.`,
      source: { pointer: '/paths' },
    };
  }
  for (const [index, path] of (paths ?? []).entries()) {
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
      detail: 'The token would work for 90 days or longer.',
      source: { pointer: '/expirationTime' },
    };
  }
}

/** Throws all that is wrong with what a token is to be good for. */
export function assertRestrictions(restrictions: Restrictions): void {
  const findings = [...findingsOf(restrictions)];
  if (findings.length > 0) throw badInput('The restricted token is not valid.', findings);
}
