import type { JsonSchema } from '../../route';
import { flag, instant, text } from '../../schemas';
import { fromGraph } from '../../from-graph';

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** Schemas of the report on days with sensor data. */
export const realtimeReportSchemas: Record<string, JsonSchema> = {
  RealtimeReport: object({
    config: object({
      code: { type: 'string', enum: ['CPT-99454'], description: 'What is billed by the report.' },
      clinicId: fromGraph('RealtimeReport.clinicId'),
      startDate: instant('What the report begins with.'),
      endDate: instant('What the report ends with.'),
    }),
    results: {
      type: 'array',
      items: object({
        id: fromGraph('RealtimeEntry.userId'),
        fullName: fromGraph('RealtimeEntry.fullName'),
        birthDate: { ...text('Birthday; 0001-01-01 when it is not known.'), format: 'date' },
        mrn: { ...fromGraph('RealtimeEntry.mrn'), nullable: true },
        realtimeDays: {
          type: 'integer',
          minimum: 0,
          description: 'Days with records that came within a day.',
        },
        hasSufficientData: flag('There are at least 16 such days.'),
      }),
      description:
        'Patients with sufficient data in the order of the list, then all others in the reverse order.',
    },
  }),
};
