import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import type { RequestMaker } from './hunt';
import { OperationGenerator } from './operation-generator';

const generator = new OperationGenerator(buildSchema(readFileSync('schema/schema.graphql', 'utf8')));

/** Operations of the graph, generated from its schema. */
export const makeOperation: RequestMaker = (dice, ids, { graph }, token) => {
  const { isMutation, query, variables } = generator.make(dice, ids);
  return {
    what: `${query} ${JSON.stringify(variables).slice(0, 2000)}`,
    isChange: isMutation,
    send: () => graph(query, { token, variables }),
  };
};
