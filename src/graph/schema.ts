import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, type MiddlewareFn, type NonEmptyArray } from 'type-graphql';
import { AccountsResolver, SessionTokenResolver } from '../../resolvers/accounts';
import { BlobContentResolver, BlobsResolver } from '../../resolvers/blobs';
import { ConfirmationsResolver } from '../../resolvers/confirmations';
import { ConsentRecordResolver, ConsentsResolver } from '../../resolvers/consents';
import { CustodialAccountsResolver } from '../../resolvers/custodial-accounts';
import { DataResolver } from '../../resolvers/data/data';
import { datumClasses } from '../../resolvers/data/datum-types';
import { DeviceLogContentResolver, DeviceLogsResolver } from '../../resolvers/device-logs';
import { GeneralResolver } from '../../resolvers/general';
import { MessageResolver, MessagesResolver } from '../../resolvers/messages';
import { MetadataResolver } from '../../resolvers/metadata';
import { MetricsResolver } from '../../resolvers/metrics';
import { PasswordResetResolver } from '../../resolvers/password-reset';
import { RelatedUsersResolver } from '../../resolvers/related-users';
import { RestrictedTokensResolver } from '../../resolvers/restricted-tokens';
import { SessionsResolver } from '../../resolvers/sessions';
import { ShareResolver, SharingResolver } from '../../resolvers/sharing';
import { UsersResolver } from '../../resolvers/users';
import { describeInputs } from './describe-inputs';
import { guardSchema, unguardedEdges } from './permissions/guard-schema';

type ResolverClass = new () => object;

/** Every resolver of every area. An area adds its own here. */
const resolvers: NonEmptyArray<ResolverClass> = [
  AccountsResolver,
  SessionTokenResolver,
  ConfirmationsResolver,
  ConsentRecordResolver,
  ConsentsResolver,
  CustodialAccountsResolver,
  DataResolver,
  GeneralResolver,
  MessageResolver,
  MessagesResolver,
  MetadataResolver,
  MetricsResolver,
  PasswordResetResolver,
  RelatedUsersResolver,
  RestrictedTokensResolver,
  SessionsResolver,
  UsersResolver,
  ShareResolver,
  SharingResolver,
  BlobsResolver,
  BlobContentResolver,
  DeviceLogsResolver,
  DeviceLogContentResolver,
];

/** An argument that is null is an argument that was not given; so is a null field of `input`. */
const nullIsAbsent: MiddlewareFn = ({ args }, next) => {
  dropNulls(args);
  if (typeof args.input === 'object' && args.input !== null) dropNulls(args.input as Record<string, unknown>);
  return next();
};

function dropNulls(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) if (value === null) delete values[name];
}

/** The graph without its guards: for printing it and for checking that every edge has a rule. */
export const buildOpenSchema = (): GraphQLSchema =>
  describeInputs(
    buildSchemaSync({
      resolvers,
      orphanedTypes: datumClasses,
      globalMiddlewares: [nullIsAbsent],
      validate: false,
    }),
  );

/** The graph as it is served. Throws when an edge has no rule, so that a forgotten one is never served. */
export function buildSchema(): GraphQLSchema {
  const schema = buildOpenSchema();
  const unguarded = unguardedEdges(schema);
  if (unguarded.length > 0)
    throw new Error(`These fields of the graph have no permission rule: ${unguarded.join(', ')}`);
  return guardSchema(schema);
}
