import { rule, type IRules } from 'graphql-shield';
import { notFound, unauthenticated } from '../../errors';
import type { RequestContext } from '../../request/request-context';
import { check, partOfParent, trustedServer } from './rules';

/** The account itself and trusted servers: no permission that others hold on the account counts. */
const ownSources = check<{ id: string }>(
  ({ caller }, _args, parent) =>
    caller.kind === 'server' || (caller.kind === 'user' && caller.userId === parent.id),
);

const ownSource = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind === 'anonymous') return false;
  const source = await context.load(services.dataSources.findMany, String(args.id));
  if (!source) throw notFound('There is no data source with this id.');
  return caller.kind === 'server' || source.userId === caller.userId;
});

/** A change of one source: whoever has a token is told first when there is none. */
const serverOnExisting = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind === 'anonymous') return false;
  const { id } = args.input as { id: string };
  const source = await context.load(services.dataSources.findMany, id);
  if (!source) throw notFound('There is no data source with this id.');
  return caller.kind === 'server';
});

/** Only a restricted token opens this, and no other one even of the same person. */
const hasRestrictedToken = ({ caller }: RequestContext): boolean =>
  caller.kind === 'user' && caller.sessionId === '';

const restrictedTokenAlone = rule({ cache: 'no_cache' })(
  (_parent: unknown, _args: unknown, context: RequestContext) =>
    hasRestrictedToken(context) || unauthenticated('A restricted token is required.'),
);

/** The same for whoever comes back from a provider; from one that is not known nobody comes back. */
const backFromProvider = rule({ cache: 'no_cache' })((
  _parent: unknown,
  { input }: { input: { name: string } },
  context: RequestContext,
) => {
  context.services.providers.find(input.name);
  return hasRestrictedToken(context) || unauthenticated('A restricted token is required.');
});

/** People disconnect their own accounts, trusted servers any account that they name. */
const mayDisconnect = check(({ caller }, args) => {
  const { userId } = args.input as { userId?: string | null };
  return userId == null ? caller.kind === 'user' : caller.kind === 'server';
});

/** Trusted servers, and service accounts of the provider. */
const mayUploadFor = check(({ caller, services }, args) => {
  const { providerName } = (args.input ?? args) as { providerName: string };
  if (caller.kind === 'user') return services.providers.mayUpload(providerName, caller.clientId);
  return caller.kind === 'server';
});

/** Data sources, provider sessions, and how they come about. */
export const dataSourceRules: IRules = {
  Query: {
    dataSource: ownSource,
    providerSession: trustedServer,
    providerSessions: trustedServer,
    providerAuthorization: restrictedTokenAlone,
  },
  Mutation: {
    createDataSource: trustedServer,
    updateDataSource: serverOnExisting,
    deleteDataSource: serverOnExisting,
    deleteDataSources: trustedServer,
    uploadProviderData: mayUploadFor,
    createProviderSession: trustedServer,
    updateProviderSession: trustedServer,
    deleteProviderSession: trustedServer,
    deleteProviderSessions: trustedServer,
    connectProvider: backFromProvider,
    disconnectProvider: mayDisconnect,
  },
  User: { dataSources: ownSources },
  ProviderSession: { dataSource: trustedServer },
  DataSourcePayload: { dataSource: partOfParent },
  DataSourceConnection: { edges: partOfParent, pageInfo: partOfParent },
  DataSourceEdge: { node: partOfParent },
  ProviderSessionPayload: { providerSession: partOfParent },
  ProviderSessionConnection: { edges: partOfParent, pageInfo: partOfParent },
  ProviderSessionEdge: { node: partOfParent },
};
