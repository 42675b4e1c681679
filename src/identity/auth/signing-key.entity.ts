import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

/** A key pair that signs tokens. Key rings separate realms: a token of one ring never verifies in another. */
@Entity({ name: 'signing_keys' })
export class SigningKeyEntity {
  @PrimaryColumn({ type: 'varchar' })
  ring!: string;

  /** Incremented with every rotation; the highest one signs. */
  @PrimaryColumn({ type: 'int' })
  generation!: number;

  @Column({ type: 'varchar', name: 'key_id' })
  keyId!: string;

  @Column({ type: 'varchar' })
  algorithm!: string;

  /** PKCS #8, PEM. */
  @Column({ type: 'text', name: 'private_key' })
  privateKey!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
