import { accountEdges } from '../../identity/auth/account-edge';
import { RequestedExport } from './requested-exports.types';

/** The account whose records are exported. */
export const RequestedExportAccounts = accountEdges(RequestedExport, {
  owner: { accountOf: ({ userId }) => userId, description: 'The account whose records are exported.' },
});
