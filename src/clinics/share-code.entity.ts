import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that finds a clinic: the one that it shows, or one of a clinic that was merged into it. Never used again. */
@Entity({ name: 'clinic_share_codes' })
export class ShareCodeEntity {
  @PrimaryColumn({ type: 'varchar' })
  code!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;
}
