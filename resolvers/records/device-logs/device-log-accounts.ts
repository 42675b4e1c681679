import { accountEdges } from '../../identity/auth/account-edge';
import { DeviceLog } from './device-logs.types';

/** The account that has a log. */
export const DeviceLogAccounts = accountEdges(DeviceLog, {
  owner: { accountOf: ({ userId }) => userId, description: 'The account that the log belongs to.' },
});
