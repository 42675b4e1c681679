import { serverRole } from '../auth/identity.service';
import type { ServiceAccountService } from '../auth/service-account.service';
import { hasRightSecret } from './clients/client-authentication';
import type { ClientRegistry } from './clients/client-registry';

/** Credentials of programs that act for themselves. */
export class ServiceCredentialsService {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly serviceAccounts: ServiceAccountService,
  ) {}

  /**
   * The account of a program with these credentials (grant `client_credentials`); null if they are wrong, or belong
   * to a trusted server, which has no account. The secret is not stored.
   */
  async findAccount(clientId: string, secret: string): Promise<string | null> {
    const client = this.clients.find(clientId);
    if (!client?.secretDigest || !hasRightSecret(client, [secret])) return null;
    if (!client.grants.has('client_credentials') || client.roles.includes(serverRole)) return null;
    const { id, disabledTime } = await this.serviceAccounts.findOrCreate(clientId);
    return disabledTime === null ? id : null;
  }
}
