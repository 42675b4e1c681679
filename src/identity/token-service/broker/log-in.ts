import { ensureBrowserSecret } from '../browser';
import { PageError } from '../page-error';
import { queryParameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { findOpenAttempt } from '../steps/find-attempt';
import { findProvider, providerOfPath } from './providers';
import { visitProvider } from './visit';

/** GET …/broker/{alias}/login: continues a log-in at an external identity provider. */
export async function logInAtProvider(call: RealmCall): Promise<void> {
  const { alias } = providerOfPath(call, 404);
  const { id, request } = await findOpenAttempt(call);
  const client = call.parts.clients.find(request.clientId);
  const provider = client && findProvider(call, client, alias);
  if (!provider) throw new PageError('The application does not allow this log-in.');
  const purpose = { kind: 'log-in', attemptId: id } as const;
  const loginHint = queryParameters(call.request).get('login_hint') ?? request.loginHint;
  await visitProvider(call, {
    provider,
    purpose,
    browserSecret: ensureBrowserSecret(call),
    loginHint,
    forceLogIn: request.freshLogIn,
  });
}
