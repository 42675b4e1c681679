import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A share code of a clinic: the displayed one, or that of a clinic merged into it. Never reused. */
@Entity({ name: 'clinic_share_codes' })
export class ShareCodeEntity {
  @PrimaryColumn({ type: 'varchar' })
  code!: string;

  @Column({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;
}
