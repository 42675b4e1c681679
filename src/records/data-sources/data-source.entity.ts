import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';

export type DataSourceState = 'connected' | 'disconnected' | 'error';

/** The connection of an account to a data provider. */
@Entity({ name: 'data_sources' })
export class DataSourceEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'provider_type' })
  providerType!: 'oauth';

  @Column({ type: 'varchar', name: 'provider_name' })
  providerName!: string;

  /** Present exactly while the state is connected or error. */
  @Column({ type: 'varchar', name: 'provider_session_id', nullable: true })
  providerSessionId!: string | null;

  /** Id of the account at the provider. */
  @Column({ type: 'varchar', name: 'provider_external_id', nullable: true })
  providerExternalId!: string | null;

  /** Type and name of the provider while the source is linked to a session: at most one source can be. */
  @Column({ type: 'varchar', name: 'linked_provider', nullable: true })
  linkedProvider!: string | null;

  @Column({ type: 'varchar' })
  state!: DataSourceState;

  @JsonColumn({ nullable: true })
  metadata!: object | null;

  /** Why imports fail: a string, an object, or several of them. */
  @JsonColumn({ nullable: true })
  error!: string | object | null;

  /** Ids of data sets with imported records. */
  @JsonColumn({ name: 'data_set_ids' })
  dataSetIds!: string[];

  @TimeColumn({ name: 'earliest_data_time', nullable: true })
  earliestDataTime!: number | null;

  @TimeColumn({ name: 'latest_data_time', nullable: true })
  latestDataTime!: number | null;

  @TimeColumn({ name: 'last_import_time', nullable: true })
  lastImportTime!: number | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;

  /** Number of changes. */
  @Column({ type: 'int' })
  revision!: number;
}
