import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../database/account-column';
import { TimeColumn } from '../../database/columns';

/** A person has allowed a client one scope name. */
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
