import { AppAttestationResolver } from '../../../resolvers/records/device-tokens/app-attestation';
import { DeviceTokensResolver } from '../../../resolvers/records/device-tokens/device-tokens';
import { WebPushResolver } from '../../../resolvers/records/device-tokens/web-push';
import { deviceTokenNodes } from '../../../resolvers/records/device-tokens/nodes';
import { deviceTokenRules } from '../../../src/graph/permissions/records/device-tokens';
import { appAttestationRoutes } from './app-attestation';
import { deviceTokenRoutes } from './device-tokens';
import { webPushRoutes } from './web-push';
import type { Surface } from '../../surface';

/** Phones and browsers that receive notifications. */
export const deviceTokensSurface: Surface = {
  name: 'device-tokens',
  resolvers: [DeviceTokensResolver, AppAttestationResolver, WebPushResolver],
  nodes: deviceTokenNodes,
  rules: [deviceTokenRules],
  routes: [...deviceTokenRoutes, ...appAttestationRoutes, ...webPushRoutes],
};
