import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { ExportFormat } from '../src/exports/export-options';
import { GlucoseUnits, type GlucoseUnit } from './data/glucose-units';
import { DateTime } from './scalars';

/** Kinds of files as the graph spells them. */
export const ExportFormatName: Record<string, ExportFormat> = { JSON: 'json', XLSX: 'xlsx', CSV: 'csv' };

registerEnumType(ExportFormatName, {
  name: 'ExportFormat',
  description: 'Kinds of files that records are exported to.',
  valuesConfig: {
    JSON: { description: 'One array of flat objects.' },
    XLSX: { description: 'A workbook with one sheet for each type of records.' },
    CSV: { description: 'One table with a line for each record.' },
  },
});

@InputType({ description: 'What to export, and how.' })
export class CreateExportInput {
  @Field(() => ID, { description: 'Account whose records are exported.' })
  userId!: string;

  @Field(() => ExportFormatName, { nullable: true, description: 'Kind of file; a workbook when absent.' })
  format?: ExportFormat;

  @Field(() => GlucoseUnits, {
    nullable: true,
    description: 'Units of glucose in the file; mmol/L when absent.',
  })
  units?: GlucoseUnit;

  @Field(() => DateTime, { nullable: true, description: 'Only records of this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only records before this instant.' })
  to?: number;
}

@ObjectType({ description: 'Where to get an export.' })
export class ExportPayload {
  @Field({
    description:
      'Address of the file, for a browser to open. It holds a secret that opens it: keep it to yourself.',
  })
  url!: string;

  @Field(() => DateTime, { description: 'The address works until then.' })
  expirationTime!: number;
}
