import type { AccountService } from '../accounts/account.service';
import type { AuditService } from '../audit/audit.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { MetadataService } from '../metadata/metadata.service';
import type { DerivedAccess } from './derived-access';
import { RelatedUserService } from './related-user.service';
import { ShareEntity } from './share.entity';
import { SharingService } from './sharing.service';

interface Needs extends Base {
  accounts: AccountService;
  audit: AuditService;
  events: EventService;
  metadata: MetadataService;
}

interface Later {
  derivedAccess: DerivedAccess;
}

/** Permissions between accounts. */
export const sharingArea = defineArea({
  name: 'sharing',
  entities: [ShareEntity],
  create({ accounts, metadata }: Needs, later: Needs & Later) {
    const sharing = new SharingService(later);
    return { sharing, relatedUsers: new RelatedUserService(sharing, accounts, metadata) };
  },
  forgets: ({ sharing }) => ({ shares: ({ userId }) => sharing.forgetAccount(userId) }),
});
