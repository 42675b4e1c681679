import { Column } from 'typeorm';
import { JsonColumn } from '../../platform/database/columns';
import type { EffectivePermission } from '../permission';
import type { AccessKind, AccessReason } from './access';

/** An action, without its subject and time. */
export abstract class AccessColumns {
  @Column({ type: 'varchar' })
  kind!: AccessKind;

  /** Account of the actor; null if unknown. */
  @Column({ type: 'varchar', name: 'actor_id', nullable: true })
  actorId!: string | null;

  /** OAuth client or name of the trusted server. */
  @Column({ type: 'varchar', nullable: true })
  client!: string | null;

  /** REST route or operation of the graph, such as `GET /data/{userId}` or `query Dashboard`. */
  @Column({ type: 'varchar' })
  operation!: string;

  /** The accessed fields of the graph, such as `User.data`. */
  @JsonColumn()
  fields!: readonly string[];

  /** Null if access was denied, or does not apply. */
  @Column({ type: 'varchar', nullable: true })
  reason!: AccessReason | null;

  /** Permissions of the actor on the account at that time. */
  @JsonColumn()
  permissions!: readonly EffectivePermission[];

  /** Id of the request, as in the service log. */
  @Column({ type: 'varchar', name: 'request_id', nullable: true })
  requestId!: string | null;
}
