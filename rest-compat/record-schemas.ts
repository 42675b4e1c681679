import { dataSetBody } from '../src/records/data/data-set-body';
import { legacyBaseFields } from '../src/records/data/legacy/families/base';
import type { LegacyType } from '../src/records/data/legacy/legacy-type';
import { legacyTypes } from '../src/records/data/legacy/table';
import { text } from '../src/platform/validation/builders';
import { dataSourceBody, dataSourceUpdateBody } from '../src/records/data-sources/data-source-body';
import {
  providerSessionBody,
  providerSessionReplacement,
} from '../src/records/data-sources/provider-session-body';
import { recordFields } from '../src/records/data/record-types/record-fields';
import { recordTypes } from '../src/records/data/record-types/table';
import { describeSent } from '../src/platform/validation/describe-sent';
import type { Field, ObjectType, RecordType } from '../src/platform/validation/vocabulary';
import { taskBody, taskUpdateBody } from '../src/platform/tasks/task-body';
import { nullsAsAbsent } from './absent-nulls';
import type { JsonSchema } from './route';
import { withoutUndefined } from '../src/platform/without-absent';

/** Request bodies that are validated like records. */
const bodies: readonly ObjectType[] = [
  dataSetBody,
  dataSourceBody,
  dataSourceUpdateBody,
  providerSessionBody,
  providerSessionReplacement,
  taskBody,
  taskUpdateBody,
];

const object: JsonSchema = { type: 'object', additionalProperties: true };

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** One field is read under another name than it is sent. */
const describe = (field: Field): string =>
  field.returnedAs === undefined
    ? describeSent(field)
    : `${field.description.replace(/\.$/, '')}; returned as \`${field.returnedAs}\`.`;

const string = (description: string): JsonSchema => ({ type: 'string', description });

/**
 * What readers get: beside what can be uploaded, also the data sets and what came by the legacy route. A legacy record
 * may fit the schema of an uploaded one as well, hence not `oneOf`.
 */
const storedRecord = (readOnly: readonly RecordType[]): JsonSchema => ({
  description:
    'A record of any type, or a data set, as it is read. Legacy records have all properties that were sent.',
  type: 'object',
  required: ['id', 'type', 'time', 'uploadId'],
  properties: {
    id: string('Id of the record.'),
    type: string('Type of the record.'),
    time: {
      type: 'string',
      format: 'date-time',
      description: 'The instant to which the record belongs, in UTC.',
    },
    uploadId: string('Id of the data set of the record, in addresses.'),
    createdUserId: string('Id of the account that created the data set.'),
    deduplicator: {
      type: 'object',
      description: 'How repeated records are recognized.',
      properties: {
        name: string('Name of the method of the data set.'),
        version: string('Version of the method of the data set.'),
        hash: string('Identity of the record.'),
      },
    },
  },
  anyOf: ['Record', ...readOnly.map(({ graphqlName }) => graphqlName), 'LegacyRecord'].map(reference),
});

/** OpenAPI schemas of the record types, generated from the table that validates them. */
export class RecordSchemas {
  readonly schemas: Record<string, JsonSchema> = {};

  constructor() {
    for (const type of recordTypes) this.schemas[type.graphqlName] = this.recordSchema(type);
    this.addLegacySchemas();
    for (const body of bodies) this.schemas[body.graphqlName] = this.bodySchema(body);
    this.schemas.Record = {
      description: 'A diabetes record of any type.',
      oneOf: recordTypes.filter((type) => !type.readOnly).map((type) => reference(type.graphqlName)),
    };
    this.schemas.StoredRecord = storedRecord(recordTypes.filter((type) => type.readOnly));
  }

  /** Unlike in records, unknown properties are refused. */
  private bodySchema(body: ObjectType): JsonSchema {
    return { ...nullsAsAbsent(this.fieldsSchema(body)), additionalProperties: false };
  }

  /**
   * The legacy upload route accepts one record or several; properties that are not in the schema are stored as sent.
   */
  private addLegacySchemas(): void {
    const names = legacyTypes.map((type) => {
      const name = `Legacy_${[type.type, type.discriminator?.value ?? []].flat().join('_').replace('/', '_')}`;
      this.schemas[name] = this.legacySchema(type);
      return name;
    });
    this.schemas.LegacyRecord = {
      description: 'A diabetes record in legacy upload format.',
      oneOf: names.map(reference),
    };
    const one = reference('LegacyRecord');
    this.schemas.LegacyRecords = { oneOf: [one, { type: 'array', items: one }] };
  }

  private legacySchema({ type, discriminator, description, fields }: LegacyType): JsonSchema {
    const words = Object.entries({
      type,
      ...(discriminator && { [discriminator.field]: discriminator.value }),
    });
    const fixed = words.map(([name, equals]) =>
      text(name, { required: true, equals, description: 'The record type.' }),
    );
    return this.fieldsSchema({
      graphqlName: '',
      description,
      fields: [...fixed, ...legacyBaseFields, ...fields],
    });
  }

  private recordSchema(type: RecordType): JsonSchema {
    const schema = this.fieldsSchema({ ...type, fields: recordFields(type) });
    const properties = schema.properties as Record<string, JsonSchema>;
    properties.type = { ...properties.type, enum: [type.type] };
    const { discriminator } = type;
    if (discriminator) properties[discriminator.field] = { type: 'string', enum: [discriminator.value] };
    return schema;
  }

  private fieldsSchema({ description, fields }: ObjectType): JsonSchema {
    const required = fields.filter((field) => field.required).map((field) => field.name);
    const properties = Object.fromEntries(fields.map((field) => [field.name, this.fieldSchema(field)]));
    return withoutUndefined({
      type: 'object',
      description,
      required: required.length > 0 ? required : undefined,
      properties,
    });
  }

  private objectReference(type: ObjectType): JsonSchema {
    if (!(type.graphqlName in this.schemas)) {
      this.schemas[type.graphqlName] = object;
      this.schemas[type.graphqlName] = this.fieldsSchema(type);
    }
    return reference(type.graphqlName);
  }

  private fieldSchema(field: Field): JsonSchema {
    const schema = this.valueSchema(field);
    // OpenAPI 3.0 ignores siblings of a reference.
    const description = describe(field);
    return '$ref' in schema ? { description, allOf: [schema] } : { ...schema, description };
  }

  private valueSchema(field: Field): JsonSchema {
    switch (field.kind) {
      case 'text':
        return withoutUndefined({
          type: 'string',
          enum:
            field.equals === undefined
              ? (field.known ?? (field.enumeration && Object.keys(field.enumeration.values)))
              : [field.equals],
          minLength: field.minLength,
          maxLength: field.maxLength,
          pattern: field.pattern,
        });
      case 'integer':
        return withoutUndefined({
          type: 'integer',
          format: 'int64',
          minimum: field.minimum,
          maximum: field.maximum,
          enum: field.allowed,
        });
      case 'number':
        return withoutUndefined({ type: 'number', minimum: field.minimum, maximum: field.maximum });
      case 'boolean':
        return { type: 'boolean' };
      case 'time':
        return { type: 'string', format: 'date-time' };
      case 'localTime':
        return { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' };
      case 'textList':
        return withoutUndefined({
          type: 'array',
          minItems: field.minItems,
          maxItems: field.maxItems,
          uniqueItems: field.unique,
          items: withoutUndefined({
            type: 'string',
            enum: field.itemEnumeration && Object.keys(field.itemEnumeration.values),
            pattern: field.itemPattern,
            minLength: field.itemMinLength,
            maxLength: field.itemMaxLength,
          }),
        });
      case 'metadata':
        return object;
      case 'json':
        return field.objectOnly ? object : {};
      case 'metadataList':
        return withoutUndefined({
          type: 'array',
          minItems: field.minItems,
          maxItems: field.maxItems,
          items: object,
        });
      case 'jsonList':
        return { type: 'array', items: {} };
      case 'object':
        return this.objectReference(field.object);
      case 'list':
        return withoutUndefined({
          type: 'array',
          minItems: field.minItems,
          maxItems: field.maxItems,
          items: this.objectReference(field.object),
        });
      case 'map':
        return { type: 'object', additionalProperties: this.objectReference(field.object) };
      case 'listMap':
        return {
          type: 'object',
          additionalProperties: { type: 'array', items: this.objectReference(field.object) },
        };
      case 'variant':
        return { oneOf: Object.values(field.variants).map((variant) => this.objectReference(variant)) };
      case 'record':
        return { oneOf: [{ type: 'string' }, object] };
    }
  }
}
