import { Ctx, Field } from 'type-graphql';
import type { Field as TableField, RecordField } from '../../../src/platform/validation/vocabulary';
import type { RequestContext } from '../../../src/request/request-context';
import { DataSet, toDataSet } from './data-set.types';
import { graphName, storedName, type TypeClass } from './table-types';

/** A record of the graph: what it holds by name, and what is needed to find what it leads to. */
export interface RecordInGraph {
  ownerId: string;
  uploadId?: string;
  [field: string]: unknown;
}

/** A field that leads from a record to something that is stored apart from it. */
interface Edge {
  name: string;
  description: string;
  type: () => TypeClass;
  find: (record: RecordInGraph, context: RequestContext) => Promise<unknown>;
}

/** Names of the fields of each type of records that lead out of the record, for the rules of the graph. */
export const recordEdges = new Map<string, Set<string>>();

function addEdge(target: TypeClass, typeName: string, { name, description, type, find }: Edge): void {
  const method = `find_${name}`;
  const prototype = target.prototype as object;
  const value = function (this: RecordInGraph, context: RequestContext) {
    return find(this, context);
  };
  Object.defineProperty(prototype, method, { value });
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method) as TypedPropertyDescriptor<unknown>;
  Field(type, { name, description, nullable: true })(prototype, method, descriptor);
  Ctx()(prototype, method, 0);
  recordEdges.set(typeName, (recordEdges.get(typeName) ?? new Set()).add(name));
}

/** Lets records lead to their data set. */
export const addDataSetEdge = (target: TypeClass, typeName: string): void =>
  addEdge(target, typeName, {
    name: 'dataSet',
    description: 'The data set that the record was uploaded in.',
    type: () => DataSet,
    find: async ({ ownerId: userId, uploadId }, context) => {
      if (uploadId === undefined) return null;
      const found = await context.load(context.services.dataSets.findOfRecords, { userId, uploadId });
      return found && toDataSet(found);
    },
  });

/** What the links of records lead to. */
export interface LinkTargets {
  typeOf(field: RecordField): TypeClass;
  /** The record behind a text, or null when it is none that the field is meant for. */
  read(text: string, ownerId: string, field: RecordField): object | null;
}

/** Lets records lead to those that they name: of the same data set, and only to visible ones. */
export function addLinks(
  target: TypeClass,
  typeName: string,
  fields: readonly TableField[],
  targets: LinkTargets,
): void {
  for (const field of fields) {
    if (field.kind !== 'record') continue;
    addEdge(target, typeName, {
      name: graphName(field),
      description: field.description,
      type: () => targets.typeOf(field),
      find: async (record, context) => {
        const { ownerId, uploadId, [storedName(field)]: id } = record;
        if (typeof id !== 'string' || uploadId === undefined) return null;
        const link = { userId: ownerId, uploadId, id };
        const text = await context.load(context.services.records.findLinked, link);
        return text === null ? null : targets.read(text, ownerId, field);
      },
    });
  }
}
