import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** How often something has happened, for services that have no Redis. */
@Entity({ name: 'throttle_counters' })
export class ThrottleCounterEntity {
  /** What is counted, and a digest of whom: neither addresses of people nor of their computers are readable here. */
  @PrimaryColumn({ type: 'varchar', name: 'counter_key' })
  counterKey!: string;

  @Column({ type: 'int' })
  events!: number;

  /** The row counts no more from then on. */
  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
