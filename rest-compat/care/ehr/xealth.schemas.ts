import type { JsonSchema } from '../../route';
import { flag, text } from '../../schemas';
import { fromGraph } from '../../from-graph';

const object = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});
const anything = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: true,
  description,
});

/** Schemas of requests and responses of Xealth. */
export const xealthSchemas: Record<string, JsonSchema> = {
  XealthEvent: {
    ...object(
      {
        eventType: text('Such as preorder or order.'),
        eventContext: text('Such as initial, subsequent, new or cancel.'),
        deployment: text('The health system that the event comes from.'),
        programId: text('What was ordered.'),
        orderId: text('The order that the event is about.'),
        patientIdentity: anything('Identifiers of the patient.'),
        datasets: anything('What the health system tells of the patient, and of who asks.'),
        formData: anything('The form that was filled in.'),
      },
      ['deployment'],
    ),
    additionalProperties: true,
  },
  XealthPreorderForm: object({
    dataTrackingId: text('What the order will name.'),
    notOrderable: flag('Nothing can be ordered.'),
    preorderFormInfo: object({
      formId: text('Which form it is.'),
      formData: anything('What stands in the form.'),
      formSchema: anything('What may stand in it, as a JSON schema.'),
      uiSchema: anything('How it is shown.'),
    }),
  }),
  XealthPrograms: object(
    {
      present: flag('The patient is enrolled.'),
      programs: {
        type: 'array',
        description: 'Absent if the patient is not enrolled.',
        items: object(
          {
            title: fromGraph('XealthProgram.title'),
            description: text('What is known of the patient.'),
            enrolledDate: text('Since when.'),
            hasStatusView: flag('There is a report to look at.'),
            has_alert: flag('There is something new since the last look.'),
            programId: fromGraph('XealthProgram.programId'),
          },
          ['title', 'description', 'enrolledDate', 'hasStatusView', 'has_alert', 'programId'],
        ),
      },
    },
    ['present'],
  ),
  XealthProgramUrl: object({ url: text('An address that shows the report for an hour.') }, ['url']),
};
