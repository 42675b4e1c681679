import { UserEntity } from '../../src/identity/accounts/user.entity';
import type { Database } from '../../src/platform/database/database';

/** Stores accounts with these ids, for tests of data that belongs to an account. */
export async function storeAccounts(database: Database, ids: readonly string[]): Promise<void> {
  const none = { email: null, passwordHash: null, termsAcceptedTime: null, disabledTime: null };
  const rows = ids.map((id) =>
    Object.assign(new UserEntity(), {
      ...none,
      id,
      emailVerified: false,
      logInRound: 0,
      isUnconfirmedSignUp: false,
      roles: [],
      createdTime: 0,
      modifiedTime: 0,
    }),
  );
  await database.insert(UserEntity, rows);
}
