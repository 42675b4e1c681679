import { GraphQLError, parse, stripIgnoredCharacters, validate, type GraphQLSchema } from 'graphql';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { refusals } from '../../platform/telemetry/measures';
import { readSettingsFile, wrongContent } from '../../platform/settings/settings-file';

/** The code of the refusal; Apollo Router has the same. */
export const notListed = 'QUERY_NOT_IN_SAFELIST';

/** Documents by id, as `graphql-codegen` and Relay write them, or a manifest of Apollo. */
const fileOfDocuments = z.union(
  [
    z.object({
      format: z.literal('apollo-persisted-query-manifest'),
      version: z.literal(1),
      operations: z.array(z.object({ id: z.string().min(1), body: z.string() })),
    }),
    z.record(z.string().min(1), z.string()),
  ],
  'must be an object with the text of each document by its id, or a manifest of Apollo',
);

/** A document as a request names it. */
export interface NamedDocument {
  query?: unknown;
  extensions?: unknown;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The documents that callers may run; all others are refused. A document is known by its id in the file, by its
 * SHA-256, or by its text, whatever its spaces and comments.
 */
export class AllowList {
  private readonly byId = new Map<string, string>();
  private readonly texts = new Set<string>();

  /** @param ofPages documents of our own pages, which are always allowed */
  constructor(documents: ReadonlyMap<string, string>, ofPages: readonly string[]) {
    for (const text of [...documents.values(), ...ofPages]) {
      this.byId.set(sha256(text), text);
      this.texts.add(stripIgnoredCharacters(text));
    }
    for (const [id, text] of documents) this.byId.set(id, text);
  }

  /** The text of a document by the hash in its request. */
  find(id: string): string | undefined {
    return this.byId.get(id);
  }

  /** Refuses a document that is not in the list. @throws GraphQLError with status 403 */
  assertAllowed({ query, extensions }: NamedDocument): void {
    const id = readHash(extensions);
    const isAllowed =
      typeof query === 'string' && query !== '' ? this.hasText(query) : id === undefined || this.byId.has(id);
    if (isAllowed) return;
    refusals.inc({ limit: 'allow-list' });
    throw new GraphQLError('This service only runs operations that its operator has listed.', {
      extensions: { code: notListed, http: { status: 403 } },
    });
  }

  private hasText(text: string): boolean {
    try {
      return this.texts.has(text) || this.texts.has(stripIgnoredCharacters(text));
    } catch {
      return false;
    }
  }
}

/** The hash of an automatic persisted query; GET requests carry it as text. */
export function readHash(extensions: unknown): string | undefined {
  const read = typeof extensions === 'string' ? parsed(extensions) : extensions;
  const { persistedQuery } = (read ?? {}) as { persistedQuery?: { sha256Hash?: unknown } };
  const hash = persistedQuery?.sha256Hash;
  return typeof hash === 'string' ? hash : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads a GRAPH_ALLOW_LIST_FILE. Throws one error that lists the documents that cannot be run, so that a service does
 * not start with a list that belongs to another schema.
 */
export function readAllowList(path: string, schema: GraphQLSchema, ofPages: readonly string[]): AllowList {
  const setting = { setting: 'GRAPH_ALLOW_LIST_FILE', path };
  const file = readSettingsFile(setting, 'documents', fileOfDocuments);
  const entries = isManifest(file)
    ? file.operations.map(({ id, body }): [string, string] => [id, body])
    : Object.entries(file);
  const problems = entries.flatMap(([id, text]) =>
    findProblems(schema, text).map((problem) => `${id}: ${problem}`),
  );
  if (problems.length > 0) throw wrongContent(setting, 'documents', problems);
  return new AllowList(new Map(entries), ofPages);
}

type FileOfDocuments = z.infer<typeof fileOfDocuments>;

const isManifest = (
  file: FileOfDocuments,
): file is Extract<FileOfDocuments, { operations: { id: string; body: string }[] }> =>
  Array.isArray(file.operations);

function findProblems(schema: GraphQLSchema, text: string): string[] {
  try {
    return validate(schema, parse(text)).map(({ message }) => message);
  } catch (error) {
    return [(error as Error).message];
  }
}
