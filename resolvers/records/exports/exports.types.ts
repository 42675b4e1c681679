import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { ExportFormat } from '../../../src/records/exports/export-options';
import { GlucoseUnits, type GlucoseUnit } from '../data/glucose-units';
import { DateTime } from '../../scalars';

/** File formats in the graph. */
export const ExportFormatName: Record<string, ExportFormat> = { JSON: 'json', XLSX: 'xlsx', CSV: 'csv' };

registerEnumType(ExportFormatName, {
  name: 'ExportFormat',
  description: 'File formats of exports.',
  valuesConfig: {
    JSON: { description: 'One array of flat objects.' },
    XLSX: { description: 'A workbook with one sheet for each record type.' },
    CSV: { description: 'One table with a line for each record.' },
  },
});

@InputType({ description: 'What to export, and in which format.' })
export class CreateExportInput {
  @Field(() => ID, { description: 'Id of the account whose records to export.' })
  userId!: string;

  @Field(() => ExportFormatName, { nullable: true, description: 'File format; a workbook if absent.' })
  format?: ExportFormat;

  @Field(() => GlucoseUnits, {
    nullable: true,
    description: 'Glucose units in the file; mmol/L if absent.',
  })
  units?: GlucoseUnit;

  @Field(() => DateTime, { nullable: true, description: 'Only records at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only records before this instant.' })
  to?: number;
}

@ObjectType({ description: 'Where to download an export.' })
export class ExportPayload {
  @Field({
    description: 'URL of the file, for a browser. It contains a secret token: do not share it.',
  })
  url!: string;

  @Field(() => DateTime, { description: 'When the URL expires.' })
  expirationTime!: number;
}
