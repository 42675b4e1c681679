import { tooLate } from '../authorize/finish';
import { browserSecretOf } from '../browser';
import { queryParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';

const idPattern = /^[0-9a-f]{32}$/;

/**
 * The attempt that a form of this browser belongs to. Throws a page when it is too old, finished, or of another
 * browser: a form on a foreign page cannot know an attempt of this one.
 */
export async function findAttempt(call: RealmCall): Promise<LogInAttemptEntity> {
  const id = queryParameters(call.request).get('attempt') ?? '';
  const secret = browserSecretOf(call);
  if (secret === undefined || !idPattern.test(id)) throw tooLate();
  const attempt = await call.parts.attempts.find(call.realm, id, secret);
  if (!attempt) throw tooLate();
  return attempt;
}
