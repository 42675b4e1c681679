import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { apiDocument } from '../src/api-document';
import { buildOpenSchema } from '../src/graph/schema';
import { graphParts } from '../src/surfaces';
import { notice } from './generated-notice';

// Routes describe themselves by their stored operations, so this runs in a process that loads what was just generated.
const document = apiDocument('http://localhost:8080', buildOpenSchema(graphParts));
writeFileSync(
  'schema/openapi.yaml',
  `# ${notice}\n${stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })}`,
);
