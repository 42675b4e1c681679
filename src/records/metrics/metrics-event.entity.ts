import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, PrimaryTimeColumn } from '../../platform/database/columns';

/** The subject of an event: a named account, the caller, or a server. */
export type MetricsKind = 'user' | 'thisuser' | 'server';

/** A usage event reported by a client. */
@Entity({ name: 'metrics_events' })
export class MetricsEventEntity {
  @PrimaryTimeColumn({ name: 'received_time' })
  receivedTime!: number;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  kind!: MetricsKind;

  /** Ten hexadecimal characters of a salted hash: events of one subject belong together, and nobody is named. */
  @Column({ type: 'varchar', name: 'subject_hash' })
  subjectHash!: string;

  @Column({ type: 'text', name: 'event_name' })
  eventName!: string;

  /** A text for each attribute, or a list of texts. */
  @JsonColumn()
  attributes!: object;
}
