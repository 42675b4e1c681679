import { Ctx, Field } from 'type-graphql';
import type { Field as TableField, RecordField } from '../../../src/platform/validation/vocabulary';
import type { RequestContext } from '../../../src/request/request-context';
import { DataSet, toDataSet } from './data-set.types';
import { graphName, storedName, type TypeClass } from './table-types';

/** A record of the graph: its fields by name, and what is needed to resolve its edges. */
export interface RecordInGraph {
  ownerId: string;
  uploadId?: string;
  [field: string]: unknown;
}

/** A field that leads from a record to an object stored separately. */
interface Edge {
  name: string;
  description: string;
  type: () => TypeClass;
  find: (record: RecordInGraph, context: RequestContext) => Promise<unknown>;
}

/** Names of the edge fields of each record type, for the permission rules. */
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

/** Edge from records to their data set. */
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

/** Resolvers of the links between records. */
export interface LinkTargets {
  typeOf(field: RecordField): TypeClass;
  /** The record in a text; null if the field does not accept its type. */
  read(text: string, ownerId: string, field: RecordField): object | null;
}

/** Edges from records to the records that they name, in the same data set and visible. */
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
