import {
  TideConfigResolver,
  TideEntryResolver,
  TideReportResolver,
} from '../../../resolvers/care/tide/tide-report';
import { tideRules } from '../../../src/graph/permissions/care/tide';
import { tideReportRoutes } from './tide-report';
import { tideSchemas } from './tide.schemas';
import type { Surface } from '../../surface';

/** The report on patients who need attention (TIDE). */
export const tideSurface: Surface = {
  name: 'tide',
  resolvers: [TideReportResolver, TideConfigResolver, TideEntryResolver],
  rules: [tideRules],
  routes: tideReportRoutes,
  schemas: tideSchemas,
};
