import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../../../platform/database/columns';
import type { ClinicianRole } from './clinician-role';

/** Earlier roles, and until when they applied. */
export interface FormerRoles {
  roles: ClinicianRole[];
  /** Milliseconds since the epoch. */
  until: number;
  /** Who changed them; absent for trusted servers. */
  changedBy?: string;
}

/** A member of a clinic, or an invited one. */
@Entity({ name: 'clinicians' })
export class ClinicianEntity {
  @PrimaryColumn({ type: 'varchar', name: 'clinic_id' })
  clinicId!: string;

  /** 24 hexadecimal characters that grow with the creation. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** The account, which need not exist if a trusted server sets it; null while the invitation is open. */
  @Column({ type: 'varchar', name: 'user_id', nullable: true })
  userId!: string | null;

  /** Key of the invitation while it is open. */
  @Column({ type: 'varchar', name: 'invite_id', nullable: true })
  inviteId!: string | null;

  /** Lower-case; null for service accounts. */
  @Column({ type: 'varchar', nullable: true })
  email!: string | null;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  /** Name and address in lower case, for searching. */
  @Column({ type: 'text', name: 'search_text' })
  searchText!: string;

  @JsonColumn()
  roles!: ClinicianRole[];

  @JsonColumn({ name: 'role_history' })
  roleHistory!: FormerRoles[];

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'updated_time' })
  updatedTime!: number;
}
