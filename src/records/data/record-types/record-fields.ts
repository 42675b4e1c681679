import { text } from '../../../platform/validation/builders';
import { baseFields } from './families/base';
import type { Field, RecordType } from '../../../platform/validation/vocabulary';

/** All fields of a record type that a sender may fill: those of every record, and its own. */
export function recordFields({ discriminator, fields }: RecordType): readonly Field[] {
  const common = baseFields.flatMap((field) =>
    field.name === 'type' && discriminator ? [field, discriminatorField(discriminator)] : [field],
  );
  return [...common, ...fields];
}

function discriminatorField({ field, value }: NonNullable<RecordType['discriminator']>): Field {
  return text(field, {
    required: true,
    equals: value,
    description: 'Subtype of the record.',
  });
}
