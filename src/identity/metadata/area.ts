import { defineArea, type Base } from '../../platform/composition/area';
import { MetadataEntity } from './metadata.entity';
import { MetadataService } from './metadata.service';

/** Profiles, settings and preferences. */
export const metadataArea = defineArea({
  name: 'metadata',
  entities: [MetadataEntity],
  create: ({ database }: Base) => ({ metadata: new MetadataService(database) }),
  forgets: ({ metadata }) => ({ metadata: ({ userId }) => metadata.forgetAccount(userId) }),
});
