import { cgms, pumps } from '../../../src/care/prescriptions/device-catalog';
import { hex24, nodeType, uuid } from '../../node-type';
import { toCgm, toPump, type PrescribableCgm, type PrescribablePump } from './prescription-devices.types';
import {
  toPrescription,
  toRevision,
  type Prescription,
  type PrescriptionRevision,
} from './prescriptions.types';

/** Prescriptions, and the devices that they may name. */
export const prescriptionNodes = [
  nodeType<Prescription>({
    type: 'Prescription',
    ownId: hex24,
    load: async (context, id) => {
      const found = await context.load(context.services.prescriptionDirectory.findById, id);
      return found && toPrescription(found);
    },
    way: ({ id, clinicId, patientUserId }, { personId }) =>
      patientUserId !== null && patientUserId === personId
        ? { type: 'Query', field: 'claimedPrescription', args: { id, userId: patientUserId } }
        : { type: 'Query', field: 'prescription', args: { id, clinicId } },
  }),
  nodeType<PrescriptionRevision>({
    type: 'PrescriptionRevision',
    key: ({ prescriptionId, revisionId }) => [prescriptionId, String(revisionId)],
    load: async (context, prescriptionId, number) => {
      const { prescriptionDirectory } = context.services;
      const prescription = await context.load(prescriptionDirectory.findById, prescriptionId);
      if (!prescription || !/^(0|[1-9]\d{0,8})$/.test(number)) return null;
      const { clinicId, latestRevision } = prescription;
      const revisionId = Number(number);
      if (revisionId === latestRevision.revisionId) return toRevision(latestRevision);
      const key = { clinicId, prescriptionId, revisionId };
      const found = await context.load(prescriptionDirectory.findRevisions, key);
      return found && toRevision(found);
    },
    way: async ({ clinicId, prescriptionId: id, revisionId }, context) => {
      const { personId, services } = context;
      const prescription = await context.load(services.prescriptionDirectory.findById, id);
      // Patients do not see earlier revisions.
      const isLatest = prescription?.latestRevision.revisionId === revisionId;
      return isLatest && personId !== null && prescription.patientUserId === personId
        ? { type: 'Query', field: 'claimedPrescription', args: { id, userId: personId } }
        : { type: 'Query', field: 'prescription', args: { id, clinicId } };
    },
  }),
  nodeType<PrescribablePump>({
    type: 'PrescribablePump',
    ownId: uuid,
    load: (_context, id) => {
      const found = pumps.find((pump) => pump.id === id);
      return Promise.resolve(found ? toPump(found) : null);
    },
    way: ({ id }) => ({ type: 'Query', field: 'pump', args: { id } }),
  }),
  nodeType<PrescribableCgm>({
    type: 'PrescribableCgm',
    ownId: uuid,
    load: (_context, id) => {
      const found = cgms.find((cgm) => cgm.id === id);
      return Promise.resolve(found ? toCgm(found) : null);
    },
    way: ({ id }) => ({ type: 'Query', field: 'cgm', args: { id } }),
  }),
];
