import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';

/** A patient has a site. */
@Entity({ name: 'patient_sites' })
export class PatientSiteEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'site_id' })
  siteId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** The order in which they were given. */
  @Column({ type: 'int' })
  place!: number;
}
