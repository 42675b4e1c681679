import {
  integer,
  metadataList,
  number,
  object,
  objectType,
  recordType,
  text,
  variant,
} from '../../../../platform/validation/builders';
import type { Field, ObjectType, RecordType, TextField } from '../../../../platform/validation/vocabulary';
import { insulinFormulation } from './insulin-formulation';
import { week } from './units';

const rate = number('rate', {
  required: true,
  minimum: 0,
  maximum: 100,
  description: 'Rate of delivery in units of insulin per hour.',
});

const percent = number('percent', {
  minimum: 0,
  maximum: 10,
  graphqlName: 'fractionOfRate',
  formerGraphqlName: 'percent',
  description: 'The temporary rate as a fraction of the rate that it replaces; 1 leaves it unchanged.',
});

const formulation = object('insulinFormulation', insulinFormulation, {
  description: 'The insulin that was delivered.',
});

/** Schedule names have any length that the pump allows, except in automated delivery. */
function scheduleName(maxLength?: number): TextField {
  return text('scheduleName', {
    minLength: 1,
    maxLength,
    description: 'Name of the active basal schedule.',
  });
}

const adjustedScheduleName = scheduleName(1000);
const plainScheduleName = scheduleName();

/** A delivery that was suppressed by another one. It has no time of its own. */
function suppressedBasal(
  graphqlName: string,
  deliveryType: string,
  description: string,
  fields: readonly Field[],
): ObjectType {
  return objectType(graphqlName, {
    description,
    fields: [
      text('type', { required: true, equals: 'basal', description: 'Always `basal`.' }),
      text('deliveryType', {
        required: true,
        equals: deliveryType,
        description: 'How the insulin was delivered.',
      }),
      rate,
      ...fields,
      formulation,
      metadataList('annotations', {
        minItems: 1,
        maxItems: 100,
        description: 'Technical notes about the suppressed delivery.',
      }),
    ],
  });
}

/** Deliveries that can be suppressed. The nesting is one-way, so none contains itself. */
function suppressed(unionName: string, variants: Readonly<Record<string, ObjectType>>) {
  return variant('suppressed', {
    unionName,
    type: 'basal',
    discriminator: 'deliveryType',
    variants,
    description: 'The suppressed delivery that this one replaced.',
  });
}

const scheduled = suppressedBasal(
  'SuppressedScheduledBasal',
  'scheduled',
  'A scheduled delivery that was suppressed by another delivery.',
  [plainScheduleName],
);

const automatedSuppressed = suppressed('SuppressedByAutomatedBasal', { scheduled });

const automated = suppressedBasal(
  'SuppressedAutomatedBasal',
  'automated',
  'An automated delivery that was suppressed by another delivery.',
  [adjustedScheduleName, automatedSuppressed],
);

const temporarySuppressed = suppressed('SuppressedByTemporaryBasal', { automated, scheduled });

const temp = suppressedBasal(
  'SuppressedTemporaryBasal',
  'temp',
  'A temporary delivery that was suppressed by a suspension.',
  [percent, temporarySuppressed],
);

const suspendSuppressed = suppressed('SuppressedBySuspension', { automated, scheduled, temp });

const durations: readonly Field[] = [
  integer('duration', {
    required: true,
    minimum: 0,
    maximum: week,
    unit: 'ms',
    description: 'Actual duration of the delivery, in milliseconds.',
  }),
  integer('expectedDuration', {
    minimum: 0,
    maximum: week,
    minimumFrom: { field: 'duration', within: [0, week] },
    unit: 'ms',
    description: 'Intended duration of the delivery before it was cut short, in milliseconds.',
  }),
];

function basal(
  deliveryType: string,
  graphqlName: string,
  description: string,
  fields: readonly Field[],
): RecordType {
  return recordType({
    type: 'basal',
    discriminator: { field: 'deliveryType', value: deliveryType },
    graphqlName,
    family: 'Basal',
    description,
    fields: [...durations, ...fields],
  });
}

export const basalRecords = [
  basal('automated', 'AutomatedBasal', 'Basal insulin at a rate set by an automated system.', [
    rate,
    adjustedScheduleName,
    formulation,
    automatedSuppressed,
  ]),
  basal('scheduled', 'ScheduledBasal', 'Basal insulin at a scheduled rate.', [
    rate,
    plainScheduleName,
    formulation,
  ]),
  basal('suspend', 'SuspendedBasal', 'A period without basal insulin.', [suspendSuppressed]),
  basal('temp', 'TemporaryBasal', 'Basal insulin at a temporary rate set by a person.', [
    rate,
    percent,
    formulation,
    temporarySuppressed,
  ]),
];
