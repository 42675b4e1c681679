import { accountEdges } from '../auth/account-edge';
import { ConsentRecord } from './consents.types';

/** The account of a consent. */
export const ConsentRecordAccounts = accountEdges(ConsentRecord, {
  user: { accountOf: ({ userId }) => userId, description: 'The account that the consent belongs to.' },
});
