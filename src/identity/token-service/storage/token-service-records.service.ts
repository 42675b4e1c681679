import type { Database } from '../../../platform/database/database';
import { AuthorizationCodeEntity } from './authorization-code.entity';
import { BrowserSignOnEntity } from './browser-sign-on.entity';
import { ClientConsentEntity } from './client-consent.entity';
import { GrantEntity } from './grant.entity';
import { IssuedAccessTokenEntity } from './issued-access-token.entity';
import { LaunchedPatientEntity } from './launched-patient.entity';
import { LogInAttemptEntity } from './log-in-attempt.entity';

const entities = [
  LogInAttemptEntity,
  BrowserSignOnEntity,
  AuthorizationCodeEntity,
  GrantEntity,
  IssuedAccessTokenEntity,
  LaunchedPatientEntity,
  ClientConsentEntity,
];

/** All data of accounts in the token service. */
export class TokenServiceRecords {
  constructor(private readonly database: Database) {}

  /** Deletes the data of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      for (const entity of entities) await manager.delete(entity, { userId });
    });
  }
}
