import { fileURLToPath } from 'node:url';

/** Types of the graph's scalars: times are ISO 8601 text, JSON is whatever its sender wrote. */
export const scalars = {
  ID: 'string',
  Date: 'string',
  DateTime: 'string',
  Long: 'number',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
} as const;

/** Options of the client preset, with which this package's own operations are generated. */
export const presetOptions = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
  config: {
    scalars,
    strictScalars: true,
    enumType: 'string-literal',
    useTypeImports: true,
    skipTypename: true,
  },
} as const;

/**
 * A configuration of `@graphql-codegen/cli` for the operations of an application:
 *
 *     // codegen.ts
 *     import { codegenConfig } from '@glycograph/client/codegen';
 *     export default codegenConfig({ documents: 'src/**\/*.graphql', output: 'src/graphql/' });
 *
 * Operations may use the fragments of this package, such as `RecordFields`.
 */
export const codegenConfig = ({ documents, output }: { documents: string | string[]; output: string }) => ({
  schema: fileURLToPath(new URL('schema.graphql', import.meta.url)),
  documents: [
    ...[documents].flat(),
    fileURLToPath(new URL('../operations/*.fragments.graphql', import.meta.url)),
  ],
  generates: { [output]: presetOptions },
});
