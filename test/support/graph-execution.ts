import {
  buildSchema as parseSchema,
  execute,
  isObjectType,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import { Operations } from '../../src/platform/speed/execution/operations';

/** Every kind of type, nullable and not, as a property of the parent and with a resolver. */
export const schema = parseSchema(`
  enum Color { RED GREEN }
  interface Named { name: String }
  type Leaf implements Named {
    name: String surely: String! color: Color count: Int! words: [String] sureWords: [String!]
    "The field twice, through a resolver" resolved: String surelyResolved: Int!
    sum(a: Int! = 1, more: [Int!]): Int
  }
  type Branch implements Named {
    name: String leaf: Leaf surelyLeaf: Leaf! branch: Branch leaves: [Leaf] sureLeaves: [Leaf!]!
    grid: [[Leaf!]] named: Named either: Either others: [Either] resolvedBranch: Branch
  }
  union Either = Leaf | Branch
  type Query { branch: Branch surelyBranch: Branch! leaf: Leaf named: [Named!] }
  type Mutation { note(text: String!): Branch }
`);

interface Resolvable {
  resolve?: (source: Record<string, unknown>, args: Record<string, unknown>) => unknown;
}

const createField = (type: string, field: string): Resolvable => {
  const found = schema.getType(type);
  if (!isObjectType(found)) throw new Error(`${type} is no object.`);
  return found.getFields()[field] as Resolvable;
};

const property = (source: Record<string, unknown>, name: string): unknown => {
  const value = source[name];
  return typeof value === 'function' ? (value as () => unknown).call(source) : value;
};

createField('Leaf', 'resolved').resolve = (source) => property(source, 'name');
createField('Leaf', 'surelyResolved').resolve = (source) => property(source, 'count');
createField('Leaf', 'sum').resolve = (_source, { a, more }) =>
  [a as number, ...((more as number[] | undefined) ?? [])].reduce((one, other) => one + other);
createField('Branch', 'resolvedBranch').resolve = (source) => property(source, 'branch');

const operations = new Operations(schema);

/** The operation to execute. */
export type Ask = {
  document: DocumentNode;
  rootValue?: unknown;
  variables?: Record<string, unknown>;
  operationName?: string;
};

/** Executes with our implementation. */
export const ours = ({ document, rootValue, variables, operationName }: Ask) =>
  operations.execute({ document, rootValue, variables, operationName, context: {} });

/** Executes with the reference, `graphql`. */
export const theirs = async ({ document, rootValue, variables, operationName }: Ask) =>
  execute({ schema, document, rootValue, variableValues: variables, operationName, contextValue: {} });

/** Messages about values that fit no type are our own; these are not. */
const inWords = /^(Cannot return null|Expected Iterable|Must provide|Unknown operation|Variable|no value: )/;

/** The response that both give. */
export function comparable({ data, errors }: ExecutionResult) {
  const told = errors?.map(({ message, path, locations }) => ({
    message: inWords.test(message) ? message : 'in words of its own',
    path,
    locations,
  }));
  return JSON.parse(JSON.stringify({ data, errors: told })) as { data: unknown; errors?: object[] };
}

/** Reasons for a field without value. */
export class NoValue extends Error {
  constructor(what: string) {
    super(`no value: ${what}`);
  }
}
