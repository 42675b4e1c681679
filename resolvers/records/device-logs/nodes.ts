import { hex32, nodeType } from '../../node-type';
import { toDeviceLog, type DeviceLog } from './device-logs.types';

/** Logs of devices. */
export const deviceLogNodes = [
  nodeType<DeviceLog>({
    type: 'DeviceLog',
    ownId: hex32,
    load: async (context, id) => {
      const found = await context.load(context.services.deviceLogs.findMany, id);
      return found && toDeviceLog(found);
    },
    way: ({ id }) => ({ type: 'Query', field: 'deviceLog', args: { id } }),
  }),
];
