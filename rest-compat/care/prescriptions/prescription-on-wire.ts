import { GuardRailUnits } from '../../../resolvers/care/prescriptions/prescription-devices.types';
import { PrescriptionStateName } from '../../../resolvers/care/prescriptions/prescriptions.types';
import { instantOnWire, onWire } from '../clinics/clinic-on-wire';
import type { Instant } from '../../shown';
import type { GuardRailFieldsFragment, PumpFieldsFragment } from '../../generated/operations';
import { withoutAbsent } from '../../../src/platform/without-absent';

type Members = object;

interface ShownRevision {
  revisionId: number;
  integrityHash: { algorithm: string; hash: string };
  attributes: Members;
  createdTime: Instant;
  createdUserId: string;
}

interface ShownPrescription {
  id: string;
  clinicId: string;
  state: string;
  accessCode?: string | null;
  latestRevision: ShownRevision;
  expirationTime?: Instant | null;
  prescriberUserId?: string | null;
  patientUserId?: string | null;
  createdTime: Instant;
  createdUserId: string;
  modifiedTime: Instant;
  modifiedUserId: string;
  submittedTime?: Instant | null;
}

const optional = (name: string, value: string | null | undefined) => (value == null ? {} : { [name]: value });

const revisionOnWire = ({ revisionId, integrityHash, attributes, ...created }: ShownRevision) => ({
  revisionId,
  integrityHash: { algorithm: integrityHash.algorithm, hash: integrityHash.hash },
  attributes: {
    ...(withoutAbsent(attributes) as Members),
    createdTime: instantOnWire(created.createdTime),
    createdUserId: created.createdUserId,
  },
});

/** A prescription in the form of clients; unknown fields are omitted. */
export const prescriptionOnWire = (prescription: ShownPrescription): Record<string, unknown> => ({
  id: prescription.id,
  clinicId: prescription.clinicId,
  state: onWire(PrescriptionStateName, prescription.state),
  ...optional('accessCode', prescription.accessCode),
  latestRevision: revisionOnWire(prescription.latestRevision),
  expirationTime: prescription.expirationTime == null ? null : instantOnWire(prescription.expirationTime),
  ...optional('prescriberUserId', prescription.prescriberUserId),
  ...optional('patientUserId', prescription.patientUserId),
  createdTime: instantOnWire(prescription.createdTime),
  createdUserId: prescription.createdUserId,
  modifiedTime: instantOnWire(prescription.modifiedTime),
  modifiedUserId: prescription.modifiedUserId,
  ...(prescription.submittedTime != null && { submittedTime: instantOnWire(prescription.submittedTime) }),
});

const inOne = 1_000_000_000;

/** A number as whole units and billionths. */
function fixedPoint(value: number): { units: number; nanos: number } {
  const count = Math.round(value * inOne);
  return { units: Math.trunc(count / inOne), nanos: count % inOne };
}

/** The rates of a schedule may have several ranges; all other settings have one. */
function railOnWire(name: string, rail: GuardRailFieldsFragment) {
  const { units, absoluteBounds, recommendedBounds, maxSegments, defaultValue } = rail;
  const bounds = {
    minimum: fixedPoint(absoluteBounds.minimum),
    maximum: fixedPoint(absoluteBounds.maximum),
    increment: fixedPoint(absoluteBounds.increment),
  };
  return {
    units: onWire(GuardRailUnits, units),
    absoluteBounds: name === 'basalRates' ? [bounds] : bounds,
    recommendedBounds: {
      minimum: fixedPoint(recommendedBounds.minimum),
      maximum: fixedPoint(recommendedBounds.maximum),
    },
    ...(maxSegments != null && { maxSegments }),
    ...(defaultValue != null && { defaultValue: fixedPoint(defaultValue) }),
  };
}

/** A pump in the form of clients. */
export const pumpOnWire = ({ guardRails, ...pump }: PumpFieldsFragment): Record<string, unknown> => ({
  ...pump,
  guardRails: Object.fromEntries(
    Object.entries(guardRails)
      .filter(([name]) => name !== '__typename')
      .map(([name, rail]) => [name, railOnWire(name, rail)]),
  ),
});
