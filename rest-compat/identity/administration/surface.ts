import { AccountChangesResolver } from '../../../resolvers/identity/administration/account-changes';
import { AdminResolver } from '../../../resolvers/identity/administration/admin';
import { ClientChangesResolver } from '../../../resolvers/identity/administration/client-changes';
import { ServiceChangesResolver } from '../../../resolvers/identity/administration/service-changes';
import { administrationRules } from '../../../src/graph/permissions/identity/administration';
import type { Surface } from '../../surface';

/** The administration of the service, in the graph alone. */
export const administrationSurface: Surface = {
  name: 'administration',
  resolvers: [AdminResolver, AccountChangesResolver, ClientChangesResolver, ServiceChangesResolver],
  rules: [administrationRules],
};
