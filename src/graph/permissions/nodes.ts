import type { IRules } from 'graphql-shield';
import { anyCaller } from './rules';

/** Any object by its id. What the caller may see is decided by the rule of the ordinary way to it (`NodeType.way`). */
export const nodeRules: IRules = { Query: { node: anyCaller, nodes: anyCaller } };
