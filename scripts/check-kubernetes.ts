import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../src/platform/config';
import { stopReserve } from './stop-reserve';

const load = createRequire(__filename);

/** An object of Kubernetes with the parts that are checked here. */
interface Manifest {
  apiVersion: string;
  kind: string;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: { template?: { spec?: PodSpec } };
}

interface PodSpec {
  terminationGracePeriodSeconds?: number;
  containers: { name: string; securityContext?: { readOnlyRootFilesystem?: boolean } }[];
}

/** A class of the library for one kind; it knows the JSON schema of Kubernetes. */
type Model = new (content: object) => { validate(): void };

/** The classes of an API version. By path, because the package names none of its files for programs like this one. */
const modelsOf = (apiVersion: string): Record<string, Model | undefined> =>
  load(resolve('node_modules/kubernetes-models', apiVersion, 'index.js')) as Record<string, Model>;

/** Checks an object against the schema of its kind. */
function schemaProblems(manifest: Manifest): string[] {
  const KnownKind = modelsOf(manifest.apiVersion)[manifest.kind];
  if (!KnownKind) return [`${manifest.apiVersion} has no ${manifest.kind}`];
  try {
    new KnownKind(manifest).validate();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** What the schemas do not know: the settings of the service, and the time that it needs to stop. */
function ownProblems(manifests: readonly Manifest[]): string[] {
  const settings = Object.assign(
    {},
    ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData })),
  ) as object;
  const config = readConfig({ NODE_ENV: 'production', ...settings });
  const needed = config.SHUTDOWN_DELAY + config.SHUTDOWN_TIMEOUT + stopReserve;
  return manifests.flatMap(({ kind, spec }) => {
    const pod = spec?.template?.spec;
    if (!pod) return [];
    const writable = pod.containers.filter((one) => !one.securityContext?.readOnlyRootFilesystem);
    const isCut = kind !== 'Job' && (pod.terminationGracePeriodSeconds ?? 0) < needed;
    return [
      ...writable.map(({ name }) => `${kind}: the root file system of ${name} is not read-only`),
      ...(isCut ? [`${kind}: terminationGracePeriodSeconds must be at least ${needed}`] : []),
    ];
  });
}

/** What is wrong with the objects in a YAML file. */
export function kubernetesProblems(file: string): string[] {
  const documents = parseAllDocuments(readFileSync(file, 'utf8'));
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const ofSchemas = manifests.flatMap((manifest) =>
    schemaProblems(manifest).map((problem) => `${manifest.kind}: ${problem}`),
  );
  return [...ofSchemas, ...ownProblems(manifests)].map((problem) => `${file}: ${problem}`);
}
