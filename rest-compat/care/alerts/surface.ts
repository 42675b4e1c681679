import {
  AlertNotificationAccounts,
  AlertsConfigAccounts,
} from '../../../resolvers/care/alerts/alert-accounts';
import { AlertNotificationsResolver } from '../../../resolvers/care/alerts/alert-notifications';
import { AlertsResolver } from '../../../resolvers/care/alerts/alerts';
import { alertNodes } from '../../../resolvers/care/alerts/nodes';
import { alertsRules } from '../../../src/graph/permissions/care/alerts';
import { alertsRoutes } from './alerts';
import { alertsSchemas } from './alerts.schemas';
import type { Surface } from '../../surface';

/** Alerts to followers when glucose is out of range or data stops arriving. */
export const alertsSurface: Surface = {
  name: 'alerts',
  resolvers: [AlertNotificationsResolver, AlertsResolver, AlertNotificationAccounts, AlertsConfigAccounts],
  nodes: alertNodes,
  rules: [alertsRules],
  routes: alertsRoutes,
  schemas: alertsSchemas,
};
