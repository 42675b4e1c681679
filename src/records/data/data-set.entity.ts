import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../../platform/database/columns';

export type DataSetType = 'normal' | 'continuous';
/** Data sets of legacy uploads have no state: nobody opens or closes them. */
export type DataSetState = 'open' | 'closed' | 'none';

/** An upload session of an account: a normal one shows its records once it is closed, a continuous one at once. */
@Entity({ name: 'data_sets' })
export class DataSetEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** `uploadId` of its records, as stored in id columns (see `idKey`); unique within the account. */
  @PrimaryColumn({ type: 'varchar', name: 'upload_id' })
  uploadId!: string;

  /**
   * The upload id in URLs, unique across all accounts. Null if another account had it first, which only happens with
   * legacy uploads, whose ids are chosen by the uploader.
   */
  @Column({ type: 'varchar', nullable: true })
  address!: string | null;

  /** The id of the data set, unique across all accounts. Null for legacy uploads. */
  @Column({ type: 'varchar', name: 'unique_id', nullable: true })
  uniqueId!: string | null;

  @Column({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar', name: 'data_set_type' })
  dataSetType!: DataSetType;

  @Column({ type: 'varchar' })
  state!: DataSetState;

  /** Only active data sets are listed and read. */
  @FlagColumn()
  active!: boolean;

  /** Canonical name of the deduplicator. */
  @Column({ type: 'varchar' })
  deduplicator!: string;

  @Column({ type: 'varchar', name: 'client_name', nullable: true })
  clientName!: string | null;

  @Column({ type: 'text', name: 'device_id', nullable: true })
  deviceId!: string | null;

  @TimeColumn()
  time!: number;

  /** Details from the uploader, validated, without the values of other columns. */
  @JsonColumn()
  content!: object;

  @Column({ type: 'varchar', name: 'by_user', nullable: true })
  byUser!: string | null;

  /** Who and what created the set, for audits; never returned. */
  @JsonColumn()
  provenance!: object;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;

  @TimeColumn({ name: 'deleted_time', nullable: true })
  deletedTime!: number | null;
}
