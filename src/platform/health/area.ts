import { defineArea, keepsNothing, type Base } from '../composition/area';
import { WriteProbeEntity } from './write-probe.entity';

/** Health checks of the process. */
export const healthArea = defineArea({
  name: 'health',
  entities: [WriteProbeEntity],
  create: (_house: Base) => ({}),
  forgets: keepsNothing,
});
