import type { OpenApiOperation } from './realm-route';

interface Field {
  name: string;
  description: string;
  required?: boolean;
  values?: readonly string[];
}

const toSchema = ({ values }: Field) => ({ type: 'string', ...(values && { enum: values }) });

/** Query parameters. */
export const query = (...fields: Field[]): object[] =>
  fields.map((field) => ({
    name: field.name,
    in: 'query',
    description: field.description,
    required: field.required ?? false,
    schema: toSchema(field),
  }));

/** A form body. */
export function formBody(...fields: Field[]): object {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const properties = Object.fromEntries(
    fields.map((field) => [field.name, { ...toSchema(field), description: field.description }]),
  );
  // OpenAPI 3.0 allows no empty list of required properties.
  const schema = { type: 'object', ...(required.length > 0 && { required }), properties };
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
}

/** A JSON response. */
export const json = (description: string, properties: Record<string, object> = {}) => ({
  description,
  content: { 'application/json': { schema: { type: 'object', properties } } },
});

/** A response for people. */
export const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
});

export const refusal = json('Refused.', {
  error: { type: 'string' },
  error_description: { type: 'string' },
});

export const redirect = { description: 'Redirects the browser.' };

const text = { type: 'string' };
const number = { type: 'integer' };

/** The response of the token endpoint. */
export const tokens: OpenApiOperation['responses'][string] = json('The tokens.', {
  access_token: text,
  expires_in: { ...number, description: 'Seconds until the access token expires.' },
  refresh_expires_in: {
    ...number,
    description: 'Seconds until the refresh token expires; 0 for an offline token.',
  },
  refresh_token: text,
  token_type: { ...text, enum: ['Bearer'] },
  id_token: { ...text, description: 'Only with the scope openid.' },
  'not-before-policy': number,
  session_state: text,
  issued_token_type: { ...text, description: 'Only after a token exchange.' },
  scope: { ...text, description: 'The granted scopes, separated by spaces.' },
});
