import type { JsonSchema } from '../../route';
import { fromGraph } from '../../from-graph';

/** Schemas of merges. */
export const clinicMergeSchemas: Record<string, JsonSchema> = {
  MergedClinic: {
    type: 'object',
    required: ['sourceId'],
    properties: { sourceId: fromGraph('MergePlan.sourceId') },
  },
};
