import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { Client, GrantName } from '../../../src/identity/token-service/clients/client';
import type { ClientRegistry } from '../../../src/identity/token-service/clients/client-registry';

@ObjectType({ description: 'An OAuth client, without its secret.' })
export class OAuthClient {
  @Field({ description: 'Client id.' })
  clientId!: string;

  @Field({ description: 'Name that people see.' })
  name!: string;

  @Field({ description: 'Whether it has a secret.' })
  isConfidential!: boolean;

  @Field({ description: 'Whether it is built in; all others are registered in the file of clients.' })
  isBuiltIn!: boolean;

  @Field({ description: 'Whether it may be used.' })
  isEnabled!: boolean;

  @Field({ description: 'Whether people are asked for their consent, because it is a third-party client.' })
  consentRequired!: boolean;

  @Field(() => [String], { description: 'Grants that it may use.' })
  grants!: string[];

  @Field(() => [String], { description: 'Roles of its own tokens; `backend_service` for a trusted server.' })
  roles!: string[];

  @Field(() => [String], { description: 'Addresses that a log-in may lead back to.' })
  redirectUris!: string[];
}

/** Maps a client of the token service to its type. */
export const toOAuthClient = (client: Client, clients: ClientRegistry): OAuthClient =>
  Object.assign(new OAuthClient(), {
    clientId: client.id,
    name: client.name,
    isConfidential: client.secretDigest !== undefined,
    isBuiltIn: !clients.isInFile(client.id),
    isEnabled: client.enabled,
    consentRequired: client.consentRequired,
    grants: [...client.grants],
    roles: [...client.roles],
    redirectUris: [...client.redirectUris],
  });

/** Grants in the graph. */
export const OAuthGrantName = {
  AUTHORIZATION_CODE: 'authorization_code',
  REFRESH_TOKEN: 'refresh_token',
  PASSWORD: 'password',
  CLIENT_CREDENTIALS: 'client_credentials',
  TOKEN_EXCHANGE: 'token-exchange',
} as const satisfies Record<string, GrantName>;

registerEnumType(OAuthGrantName, {
  name: 'OAuthGrant',
  description: 'How a client gets tokens.',
  valuesConfig: {
    AUTHORIZATION_CODE: { description: 'People log in on the pages of the service.' },
    REFRESH_TOKEN: { description: 'Renews a log-in without the person.' },
    PASSWORD: { description: 'The client itself asks people for their password.' },
    CLIENT_CREDENTIALS: { description: 'Tokens of the client itself. Needs a secret.' },
    TOKEN_EXCHANGE: { description: 'Exchanges tokens of other identity providers.' },
  },
});

@InputType({ description: 'An OAuth client to add to the file of clients.' })
export class AddOAuthClientInput {
  @Field({ description: 'Client id: printable ASCII characters without spaces.' })
  clientId!: string;

  @Field(() => String, { nullable: true, description: 'Name that people see; the id if absent.' })
  name?: string;

  @Field(() => [String], {
    defaultValue: [],
    description: 'Addresses that a log-in may lead back to. `/*` at the end stands for all paths of a host.',
  })
  redirectUris!: string[];

  @Field(() => [String], {
    defaultValue: [],
    description: 'Origins whose pages may read responses, besides those of the redirect addresses.',
  })
  webOrigins!: string[];

  @Field(() => [OAuthGrantName], {
    defaultValue: ['authorization_code', 'refresh_token'],
    description: 'Grants that it may use.',
  })
  grants!: GrantName[];

  @Field({
    defaultValue: false,
    description: 'Whether it gets a secret. A client without one must use PKCE.',
  })
  isConfidential!: boolean;

  @Field({
    defaultValue: false,
    description: 'Whether people are asked for their consent, because it is a third-party client.',
  })
  consentRequired!: boolean;
}

@InputType({ description: 'An OAuth client or a trusted server to administer.' })
export class OAuthClientInput {
  @Field({ description: 'Client id.' })
  clientId!: string;
}

@ObjectType({ description: 'Result of a change to an OAuth client.' })
export class ClientSecretPayload {
  @Field({ description: 'The client after the change.' })
  client!: OAuthClient;

  @Field(() => String, {
    nullable: true,
    description: 'Its new secret, which is shown only now; absent for clients without one.',
  })
  secret!: string | null;
}
