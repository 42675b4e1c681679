import { serverRole } from '../../auth/identity.service';
import type { SessionKind } from '../../auth/session.entity';
import { now } from '../../../platform/clock';
import type { Client } from '../clients/client';
import { invalidGrant } from '../oauth-error';
import type { Parameters } from '../parameters';
import type { RealmCall } from '../realm-route';
import { grantedScope } from '../scope';
import type { TokenResponse } from '../token-issuer';

/** The identity of a client that acts without a person. */
interface ServiceAccount {
  id: string;
  roles: readonly string[];
  kind: SessionKind;
}

/** Issues a token for the client itself (RFC 6749, 4.4). It has its own session, which ends with it. */
export async function actForItself(
  call: RealmCall,
  client: Client,
  form: Parameters,
): Promise<TokenResponse> {
  const { parts, realm, request } = call;
  const { id: userId, roles, kind } = await findServiceAccount(call, client);
  const time = now();
  const session = await parts.database.transaction((manager) =>
    parts.sessions.start(manager, {
      ...{ userId, kind, realm: realm.name, clientId: client.id },
      userAgent: request.get('user-agent') ?? null,
      expiresTime: time + lifetime(call, client) * 1000,
    }),
  );
  const scope = grantedScope(form.get('scope') ?? '', false);
  return parts.issuer.issueForService({ realm, client, session, issuedTime: time, roles, scope });
}

const isServer = (client: Client): boolean => client.roles.includes(serverRole);

/** A trusted server has an id and no account; every other client has an ordinary account. */
async function findServiceAccount({ parts, realm }: RealmCall, client: Client): Promise<ServiceAccount> {
  const { serviceAccounts } = parts;
  if (isServer(client)) {
    return { id: serviceAccounts.serverId(realm.name, client.id), roles: [], kind: 'server' };
  }
  const { id, roles, disabledTime } = await serviceAccounts.findOrCreate(client.id);
  if (disabledTime !== null) throw invalidGrant('Account disabled');
  return { id, roles, kind: 'service' };
}

/** Seconds. Servers keep their token for long and cannot be asked for a password again. */
function lifetime({ parts: { config } }: RealmCall, client: Client): number {
  return client.accessTokenLifetime ?? (isServer(client) ? config.SERVER_TOKEN_TTL : config.ACCESS_TOKEN_TTL);
}
