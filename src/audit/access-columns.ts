import { Column } from 'typeorm';
import { JsonColumn } from '../database/columns';
import type { EffectivePermission } from '../sharing/permission';
import type { AccessKind, AccessReason } from './access';

/** What somebody did, apart from whose data it was about and when. */
export abstract class AccessColumns {
  @Column({ type: 'varchar' })
  kind!: AccessKind;

  /** Account that acted; null when nobody knows who it was. */
  @Column({ type: 'varchar', name: 'actor_id', nullable: true })
  actorId!: string | null;

  /** OAuth client or name of the trusted server that acted for them. */
  @Column({ type: 'varchar', nullable: true })
  client!: string | null;

  /** REST route or operation of the graph, such as `GET /data/{userId}` or `query Dashboard`. */
  @Column({ type: 'varchar' })
  operation!: string;

  /** The fields of the graph that were asked for, such as `User.data`. */
  @JsonColumn()
  fields!: readonly string[];

  /** Null when it was not allowed, or was no question of that. */
  @Column({ type: 'varchar', nullable: true })
  reason!: AccessReason | null;

  /** What the actor held on the account at that time. */
  @JsonColumn()
  permissions!: readonly EffectivePermission[];

  /** Id of the request, as in the log of the process. */
  @Column({ type: 'varchar', name: 'request_id', nullable: true })
  requestId!: string | null;
}
