import { object, objectType, shortText, text, textList, time } from '../../platform/validation/builders';
import { providerType } from './vocabulary';

/** Characters of a scope, according to RFC 6749, section 3.3. */
const scopeToken = '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$';

/** The token of a provider, for trusted servers that fetch data with it. */
export const oauthToken = objectType('ProviderToken', {
  description: 'The token of a provider. It is stored encrypted.',
  fields: [
    text('accessToken', { required: true, minLength: 1, description: 'The access token.' }),
    text('tokenType', { minLength: 1, description: 'Type of the token, such as `Bearer`.' }),
    text('refreshToken', { minLength: 1, description: 'The refresh token.' }),
    time('expirationTime', { description: 'When the access token expires.' }),
    textList('scope', { itemPattern: scopeToken, unique: true, description: 'Scopes of the token.' }),
    text('idToken', { minLength: 1, description: 'The ID token, with claims about the account owner.' }),
  ],
});

const externalId = shortText('externalId', { description: 'Id of the account at the provider.' });

/** The body for a new provider session. */
export const providerSessionBody = objectType('NewProviderSession', {
  description: 'A provider session to create.',
  fields: [
    text('type', {
      required: true,
      enumeration: providerType,
      description: 'How the provider authorizes access: `oauth`.',
    }),
    shortText('name', { required: true, description: 'Name of the provider.' }),
    externalId,
    object('oauthToken', oauthToken, { required: true, description: 'The token of the provider.' }),
  ],
});

/** The replacement of the token and the external id; absent fields are removed. */
export const providerSessionReplacement = objectType('ProviderSessionReplacement', {
  description: 'New content of a provider session. Absent fields are removed.',
  fields: [externalId, object('oauthToken', oauthToken, { description: 'The token of the provider.' })],
});
