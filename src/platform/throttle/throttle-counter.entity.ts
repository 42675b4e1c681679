import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** How often something has happened, for services without Redis. */
@Entity({ name: 'throttle_counters' })
export class ThrottleCounterEntity {
  /** What is counted, with a digest of the subject: neither email nor IP addresses are readable here. */
  @PrimaryColumn({ type: 'varchar', name: 'counter_key' })
  counterKey!: string;

  @Column({ type: 'int' })
  events!: number;

  /** The row expires at this time. */
  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
