import { attributes, integer, object, words } from './prescription-attributes';
import { nullsAsAbsent } from '../../absent-nulls';
import type { JsonSchema } from '../../route';
import { instant, text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';

const fixedPoint = object({ units: integer('Whole part.'), nanos: integer('Billionths.') }, 'units', 'nanos');
const device = {
  ...fieldsFromGraph('PrescribableCgm', 'id', 'displayName', 'manufacturers', 'model'),
};
const deviceMembers = ['id', 'displayName', 'manufacturers', 'model'];
const bounds = object({ minimum: fixedPoint, maximum: fixedPoint, increment: fixedPoint });
const guardRail = object({
  units: words('Units of all values.', 'MilligramsPerDeciliter', 'UnitsPerHour', 'GramsPerUnit', 'Units'),
  absoluteBounds: { oneOf: [bounds, { type: 'array', items: bounds }] },
  recommendedBounds: object({ minimum: fixedPoint, maximum: fixedPoint }),
  maxSegments: integer(describedAs('GuardRail.maxSegments')),
  defaultValue: fixedPoint,
});

const pump = object(
  {
    ...device,
    guardRails: {
      type: 'object',
      additionalProperties: guardRail,
      description: 'Guardrails by setting.',
    },
  },
  ...deviceMembers,
  'guardRails',
);

/** Schemas of prescriptions and of the devices that they may name. */
export const prescriptionSchemas: Record<string, JsonSchema> = {
  PrescriptionRevisionBody: nullsAsAbsent(
    object(
      {
        ...attributes,
        createdUserId: text('The caller.'),
        revisionHash: text('SHA-512 of the canonical JSON (RFC 8785) of the attributes, in lower-case hex.'),
      },
      'state',
      'revisionHash',
    ),
  ),
  PrescriptionClaim: object(
    { accessCode: text('The code of the mail.'), birthday: { type: 'string', format: 'date' } },
    'accessCode',
    'birthday',
  ),
  PrescriptionActivation: object({ state: words('The state to reach.', 'active') }, 'state'),
  Prescription: object(
    {
      id: text('24 hexadecimal characters.'),
      clinicId: fromGraph('Prescription.clinicId'),
      state: words(
        describedAs('Prescription.state'),
        'draft',
        'pending',
        'submitted',
        'claimed',
        'active',
        'inactive',
        'expired',
      ),
      accessCode: text('The code by which its patient claims it; absent once it is claimed.'),
      latestRevision: object(
        {
          revisionId: integer(describedAs('PrescriptionRevision.revisionId')),
          integrityHash: object({ algorithm: words('How it is computed.', 'JCSSHA512'), hash: text('Hex.') }),
          attributes: object({
            ...attributes,
            ...fieldsFromGraph('PrescriptionRevision', 'createdTime', 'createdUserId'),
          }),
        },
        'revisionId',
        'integrityHash',
        'attributes',
      ),
      expirationTime: {
        ...instant('Until when it can be claimed; null unless it is submitted.'),
        nullable: true,
      },
      ...fieldsFromGraph('Prescription', 'prescriberUserId', 'patientUserId', 'createdTime', 'createdUserId'),
      modifiedTime: instant('When it was last changed.'),
      ...fieldsFromGraph('Prescription', 'modifiedUserId', 'submittedTime'),
    },
    'id',
    'clinicId',
    'state',
    'latestRevision',
    'createdTime',
    'createdUserId',
    'modifiedTime',
    'modifiedUserId',
  ),
  PrescribablePump: object({ pump }, 'pump'),
  PrescribablePumps: object({ pumps: { type: 'array', items: pump } }, 'pumps'),
  PrescribableCgm: object({ cgm: object(device, ...deviceMembers) }, 'cgm'),
  PrescribableCgms: object({ cgms: { type: 'array', items: object(device, ...deviceMembers) } }, 'cgms'),
};
