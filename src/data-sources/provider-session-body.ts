import { object, objectType, shortText, text, textList, time } from '../data/record-types/builders';
import { providerType } from './vocabulary';

/** Characters of a scope, after RFC 6749, section 3.3. */
const scopeToken = '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$';

const oauthToken = objectType('ProviderToken', {
  description: 'The token of a provider. It is kept encrypted.',
  fields: [
    text('accessToken', { required: true, minLength: 1, description: 'What data are fetched with.' }),
    text('tokenType', { minLength: 1, description: 'How the token is used, such as `Bearer`.' }),
    text('refreshToken', { minLength: 1, description: 'What a new token is fetched with.' }),
    time('expirationTime', { description: 'When the access token expires.' }),
    textList('scope', { itemPattern: scopeToken, unique: true, description: 'What the token is good for.' }),
    text('idToken', { minLength: 1, description: 'What the provider says of the account holder.' }),
  ],
});

const externalId = shortText('externalId', { description: 'What the provider knows the account by.' });

/** What a trusted server says of a new provider session. */
export const providerSessionBody = objectType('NewProviderSession', {
  description: 'A provider session to create.',
  fields: [
    text('type', {
      required: true,
      enumeration: providerType,
      description: 'How the provider lets us in: `oauth`.',
    }),
    shortText('name', { required: true, description: 'Name of the provider.' }),
    externalId,
    object('oauthToken', oauthToken, { required: true, description: 'The token of the provider.' }),
  ],
});

/** What takes the place of the token and the external id; what is absent is removed. */
export const providerSessionReplacement = objectType('ProviderSessionReplacement', {
  description: 'What takes the place of what a provider session holds; what is absent is removed.',
  fields: [externalId, object('oauthToken', oauthToken, { description: 'The token of the provider.' })],
});
