import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../../platform/database/account-column';
import { TimeColumn } from '../../../platform/database/columns';

/** A person's consent to one scope for a client. */
@Entity({ name: 'client_consents' })
export class ClientConsentEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'client_id' })
  clientId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'scope_name' })
  scopeName!: string;

  @TimeColumn({ name: 'given_time' })
  givenTime!: number;
}
