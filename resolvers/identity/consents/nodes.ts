import { hex32, nodeType } from '../../node-type';
import { shown } from './consents';
import type { Consent, ConsentRecord } from './consents.types';

/** Texts that people consent to, and the caller's own consents. */
export const consentNodes = [
  nodeType<Consent>({
    type: 'Consent',
    key: ({ type, version }) => [type, String(version)],
    load: ({ services }, type, version) => {
      const [found] = services.consents.texts({ type, version: Number(version) });
      return Promise.resolve(found ?? null);
    },
    way: () => ({ type: 'Query', field: 'consents' }),
  }),
  nodeType<ConsentRecord>({
    type: 'ConsentRecord',
    ownId: hex32,
    load: async (context, id) => {
      const { personId, services } = context;
      if (personId === null) return null;
      const own = await context.load(services.consents.findRecords, personId);
      const found = own.find((record) => record.id === id);
      return found ? shown(context, found) : null;
    },
    way: ({ userId }) => ({ type: 'User', field: 'consentRecords', parent: { id: userId } }),
  }),
];
