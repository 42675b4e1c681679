import { rule, type IRules } from 'graphql-shield';
import { notFound, unauthenticated } from '../../../platform/errors';
import type { RequestContext } from '../../../request/request-context';
import {
  accountOfParent,
  check,
  partOfParent,
  relatedToAccount,
  trustedServer,
  trustedServerOn,
} from '../rules';

/** The account itself and trusted servers: no permission of others on the account counts. */
const ownSources = check<{ id: string }>(
  ({ caller }, _args, parent) =>
    caller.kind === 'server' || (caller.kind === 'user' && caller.userId === parent.id),
);

const ownSource = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind === 'anonymous') return false;
  const source = await context.load(services.dataSources.findMany, String(args.id));
  if (!source) throw notFound('There is no data source with this id.').about('id');
  return caller.kind === 'server' || source.userId === caller.userId;
});

/** A change to a source: any caller with a token first learns if it does not exist. */
const serverOnExisting = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind === 'anonymous') return false;
  const { id } = args.input as { id: string };
  const source = await context.load(services.dataSources.findMany, id);
  if (!source) throw notFound('There is no data source with this id.').about('id');
  return caller.kind === 'server';
});

/** Requires a restricted token; no other token will do, not even of the same person. */
const hasRestrictedToken = ({ caller }: RequestContext): boolean =>
  caller.kind === 'user' && caller.sessionId === '';

const restrictedTokenAlone = rule({ cache: 'no_cache' })(
  (_parent: unknown, _args: unknown, context: RequestContext) =>
    hasRestrictedToken(context) || unauthenticated('A restricted token is required.'),
);

/** The same for a browser that returns from a provider, which must be configured. */
const backFromProvider = rule({ cache: 'no_cache' })((
  _parent: unknown,
  { input }: { input: { name: string } },
  context: RequestContext,
) => {
  context.services.providers.find(input.name);
  return hasRestrictedToken(context) || unauthenticated('A restricted token is required.');
});

/** People can disconnect their own accounts, trusted servers any account. */
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

/** Data sources and provider sessions, and their creation. */
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
  DataSource: { owner: relatedToAccount(accountOfParent) },
  ProviderSession: { dataSource: trustedServer, owner: trustedServerOn(accountOfParent) },
  DataSourcePayload: { dataSource: partOfParent },
  DataSourceConnection: { edges: partOfParent, pageInfo: partOfParent },
  DataSourceEdge: { node: partOfParent },
  ProviderSessionPayload: { providerSession: partOfParent },
  ProviderSessionConnection: { edges: partOfParent, pageInfo: partOfParent },
  ProviderSessionEdge: { node: partOfParent },
};
