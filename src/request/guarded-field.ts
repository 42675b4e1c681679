/** A field of the graph, with the inputs of its rule. */
export interface GuardedField {
  type: string;
  field: string;
  parent?: object;
  args?: object;
}
