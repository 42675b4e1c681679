import {
  getNamedType,
  GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  isInputObjectType,
  type GraphQLField,
  type GraphQLInputFieldMap,
} from 'graphql';
import type { ApiError, ErrorCode } from '../../platform/errors';
import { jsonTypes } from './json-types';
import { typedPath } from './typed-path';

/** Errors that the user can fix, and how. Everything else, such as a missing permission or an outage, stays an error. */
const meanings = {
  BAD_USER_INPUT: 'A value is not valid.',
  CONFLICT: 'Something else is in the way: a name or an address is taken, or it already exists.',
  NOT_FOUND: 'An id names nothing.',
  PASSWORD_REQUIRED: 'The password is missing or wrong.',
  PAYLOAD_TOO_LARGE: 'The input is too large.',
  PAYMENT_REQUIRED: 'The plan of the clinic does not cover it.',
  PRECONDITION_FAILED: 'Somebody has changed it since it was read.',
  UNPROCESSABLE: 'A rule forbids it: a limit is reached, for example.',
  WRONG_STATE: 'It is already done, or was canceled.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export const isMendable = ({ code }: ApiError): boolean => Object.hasOwn(meanings, code);

export interface UserError {
  field: string[] | null;
  message: string;
  code: ErrorCode;
}

const codeType = new GraphQLEnumType({
  name: 'UserErrorCode',
  description: 'The codes of `extensions.code` that a person can do something about.',
  values: Object.fromEntries(Object.entries(meanings).map(([code, description]) => [code, { description }])),
});

/** The type in the graph. */
export const userErrorType = new GraphQLObjectType<UserError>({
  name: 'UserError',
  description: 'A reason why a change was not made, for the person who wants it.',
  fields: {
    field: {
      description:
        'The path to the field of the input, such as `["input", "mrn"]`. Null when the error is about no field alone.',
      type: new GraphQLList(new GraphQLNonNull(GraphQLString)),
    },
    message: { description: 'A sentence for people.', type: new GraphQLNonNull(GraphQLString) },
    code: { description: 'The kind of error, for programs.', type: new GraphQLNonNull(codeType) },
  },
});

/** All problems of a refused change, one by one. `input` is what the caller has sent. */
export function toUserErrors(
  error: ApiError,
  mutation: GraphQLField<unknown, unknown>,
  input: object = {},
): UserError[] {
  const { code, message, findings } = error;
  const fields = inputFields(mutation);
  const about = pathAbout(error.fields, fields, input);
  if (findings.length === 0) return [{ field: about, message, code }];
  return findings.map(({ detail, source }) => ({
    field: source?.pointer === undefined ? about : pathTo(source.pointer, fields, input),
    message: detail,
    code,
  }));
}

/** The path of the first of these fields that was given, or else of the first that the input has. */
function pathAbout(names: readonly string[], fields: GraphQLInputFieldMap, input: object): string[] | null {
  const paths = names.map((name) => name.split('/')).filter(([first = '']) => Object.hasOwn(fields, first));
  const given = paths.find(([first = '']) => (input as Record<string, unknown>)[first] != null);
  const path = given ?? paths[0];
  return path ? ['input', ...path] : null;
}

function inputFields({ args }: GraphQLField<unknown, unknown>): GraphQLInputFieldMap {
  const type = args.find(({ name }) => name === 'input')?.type;
  const input = type && getNamedType(type);
  return isInputObjectType(input) ? input.getFields() : {};
}

/**
 * The path of a JSON pointer, which begins at the arguments, at the input, or in its only field of JSON. Where the same was
 * given with types instead, it leads there.
 */
function pathTo(pointer: string, fields: GraphQLInputFieldMap, input: object): string[] | null {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [first] = keys;
  if (first === 'input') return keys;
  const [json, ...others] = Object.values(fields).filter(({ type }) =>
    jsonTypes.includes(getNamedType(type).name),
  );
  if (first !== undefined && first !== json?.name && Object.hasOwn(fields, first)) return ['input', ...keys];
  if (!json || others.length > 0) return null;
  const within = first === json.name ? keys.slice(1) : keys;
  const isGiven = (input as Record<string, unknown>)[json.name] != null;
  const path = isGiven ? [json.name, ...within] : typedPath(fields, input, within);
  return path && ['input', ...path];
}
