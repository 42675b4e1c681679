import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A site that a clinic gives its patients. */
@Entity({ name: 'clinic_sites' })
export class SiteEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** 24 hexadecimal characters that grow with the creation. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  name!: string;

  /** Comparison key of the name, unique within the clinic. */
  @Column({ type: 'varchar', name: 'name_digest' })
  nameDigest!: string;
}
