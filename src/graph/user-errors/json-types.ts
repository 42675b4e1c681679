/** Names of the types whose values have no fields of the schema. */
export const jsonTypes: readonly string[] = ['JSON', 'JSONObject'];
