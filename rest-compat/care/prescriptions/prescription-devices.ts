import { reasonErrors as errors } from '../../errors';
import { CgmDocument, CgmsDocument, PumpDocument, PumpsDocument } from '../../generated/operations';
import { pumpOnWire } from './prescription-on-wire';
import { route, type Route } from '../../route';
import { ref } from '../../schemas';

const facts = { method: 'GET', tag: 'Prescriptions', errors } as const;

/** Devices that a prescription may name. */
export const prescriptionDeviceRoutes: Route[] = [
  route({
    ...facts,
    path: '/v1/devices/pumps',
    summary: 'The pumps available for prescriptions, with their guardrails.',
    success: { status: 200, description: 'The pumps.', schema: ref('PrescribablePumps') },
    failures: [401],
    operation: PumpsDocument,
    variables: () => ({}),
    reply: ({ pumps }) => ({ body: { pumps: pumps.map(pumpOnWire) } }),
  }),
  route({
    ...facts,
    path: '/v1/devices/pumps/{id}',
    summary: 'A pump available for prescriptions, with its guardrails.',
    success: { status: 200, description: 'The pump.', schema: ref('PrescribablePump') },
    failures: [401, 404],
    operation: PumpDocument,
    variables: ({ params: { id = '' } }) => ({ id }),
    reply: ({ pump }) => ({ body: { pump: pumpOnWire(pump) } }),
  }),
  route({
    ...facts,
    path: '/v1/devices/cgms',
    success: { status: 200, description: 'The monitors.', schema: ref('PrescribableCgms') },
    failures: [401],
    operation: CgmsDocument,
    variables: () => ({}),
    reply: ({ cgms }) => ({ body: { cgms } }),
  }),
  route({
    ...facts,
    path: '/v1/devices/cgms/{id}',
    success: { status: 200, description: 'The monitor.', schema: ref('PrescribableCgm') },
    failures: [401, 404],
    operation: CgmDocument,
    variables: ({ params: { id = '' } }) => ({ id }),
    reply: ({ cgm }) => ({ body: { cgm } }),
  }),
];
