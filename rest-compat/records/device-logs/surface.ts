import { DeviceLogAccounts } from '../../../resolvers/records/device-logs/device-log-accounts';
import {
  DeviceLogContentResolver,
  DeviceLogsResolver,
} from '../../../resolvers/records/device-logs/device-logs';
import { deviceLogNodes } from '../../../resolvers/records/device-logs/nodes';
import { deviceLogRules } from '../../../src/graph/permissions/records/device-logs';
import { deviceLogRoutes } from './device-logs';
import { deviceLogSchemas } from './device-logs.schemas';
import type { Surface } from '../../surface';

/** Logs of apps and devices. */
export const deviceLogsSurface: Surface = {
  name: 'device-logs',
  resolvers: [DeviceLogAccounts, DeviceLogsResolver, DeviceLogContentResolver],
  nodes: deviceLogNodes,
  rules: [deviceLogRules],
  routes: deviceLogRoutes,
  schemas: deviceLogSchemas,
};
