import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { ClinicService } from '../clinics/clinic.service';
import type { Mail } from '../mail/mailer';
import type { MetadataService } from '../metadata/metadata.service';
import type { ConfirmationEntity } from './confirmation.entity';
import {
  clinicPatientSignupMail,
  clinicSignupMail,
  custodialClinicSignupMail,
  custodialSignupMail,
  signupMail,
} from './mails/signup-mails';

/** Writes the mail that asks for the confirmation of an address: its words depend on who has opened the account. */
export class SignupMailWriter {
  constructor(
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
    private readonly clinics: ClinicService,
    private readonly webUrl: string,
  ) {}

  async write(
    manager: EntityManager,
    user: UserEntity,
    { key, email, creatorId, clinicId }: ConfirmationEntity,
  ): Promise<Mail> {
    const signup = { webUrl: this.webUrl, email, key };
    if (!this.accounts.isUnclaimed(user)) {
      return user.roles.includes('clinic') ? clinicSignupMail(signup) : signupMail(signup);
    }
    if (clinicId !== null) {
      const [creatorName = null] = creatorId === null ? [] : await this.metadata.displayNames([creatorId]);
      const clinicName = await this.clinics.nameOf(manager, clinicId);
      return clinicPatientSignupMail(signup, { clinicName, creatorName });
    }
    const [creator] = creatorId === null ? [] : await this.accounts.findMany([creatorId]);
    if (!creator?.roles.includes('clinic')) return custodialSignupMail(signup);
    const [ownName = null, creatorName = null] = await this.metadata.displayNames([user.id, creator.id]);
    return custodialClinicSignupMail(signup, { ownName, creatorName });
  }
}
