import { readBrowserSecret } from '../browser';
import { LogInOver } from '../log-in-over';
import { queryParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import type { LogInAttemptEntity } from '../storage/log-in-attempt.entity';

const idPattern = /^[0-9a-f]{32}$/;

/**
 * The attempt that a form of this browser belongs to. Throws when it has expired, is finished, or belongs to another
 * browser: a form on a foreign page cannot know an attempt of this one.
 */
export async function findAttempt(call: RealmCall): Promise<LogInAttemptEntity> {
  const id = queryParameters(call.request).get('attempt') ?? '';
  if (!idPattern.test(id)) throw new LogInOver();
  return openAttempt(call, id);
}

/**
 * The attempt of a form with which anybody can log in. Throws also when an EHR has launched it: only the person who was logged in
 * there may see the patient that is open there.
 */
export async function findOpenAttempt(call: RealmCall): Promise<LogInAttemptEntity> {
  const attempt = await findAttempt(call);
  if (attempt.request.launch) throw new LogInOver(attempt);
  return attempt;
}

/** The attempt with this id, if it can continue in this browser. Throws otherwise. */
export async function openAttempt(call: RealmCall, id: string): Promise<LogInAttemptEntity> {
  const { attempts } = call.parts;
  const attempt = await attempts.find(call.realm, id);
  if (!attempt) throw new LogInOver();
  if (!attempts.isOpen(attempt, readBrowserSecret(call))) throw new LogInOver(attempt);
  return attempt;
}
