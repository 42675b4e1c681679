import type { EntityManager } from 'typeorm';
import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Mail } from '../../platform/mail/mailer';
import type { MetadataService } from '../metadata/metadata.service';
import type { ConfirmationEntity } from './confirmation.entity';
import {
  clinicPatientSignupMail,
  clinicSignupMail,
  custodialClinicSignupMail,
  custodialSignupMail,
  signupMail,
} from './mails/signup-mails';
import type { ClinicNames } from './ports';

/** Dependencies of the class below. */
interface Parts {
  accounts: AccountService;
  metadata: MetadataService;
  clinicNames: ClinicNames;
}

/** Writes the mail that confirms an address; its text depends on who created the account. */
export class SignupMailWriter {
  constructor(
    private readonly parts: Parts,
    private readonly webUrl: string,
  ) {}

  async write(
    manager: EntityManager,
    user: UserEntity,
    { key, email, creatorId, clinicId }: ConfirmationEntity,
  ): Promise<Mail> {
    const signup = { webUrl: this.webUrl, email, key };
    if (!this.parts.accounts.isUnclaimed(user)) {
      return user.roles.includes('clinic') ? clinicSignupMail(signup) : signupMail(signup);
    }
    if (clinicId !== null) {
      const [creatorName = null] =
        creatorId === null ? [] : await this.parts.metadata.displayNames([creatorId]);
      const clinicName = await this.parts.clinicNames.findName(manager, clinicId);
      return clinicPatientSignupMail(signup, { clinicName, creatorName });
    }
    const [creator] = creatorId === null ? [] : await this.parts.accounts.findMany([creatorId]);
    if (!creator?.roles.includes('clinic')) return custodialSignupMail(signup);
    const [ownName = null, creatorName = null] = await this.parts.metadata.displayNames([
      user.id,
      creator.id,
    ]);
    return custodialClinicSignupMail(signup, { ownName, creatorName });
  }
}
