import { In, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { assertOneAddress, isEmailAddress, normalizeEmail } from '../../platform/rules/email-address';
import { badInput, conflict, forbidden, notFound } from '../../platform/errors';
import { isUserId, newUserId } from '../../platform/ids';
import { isUuidFromName } from '../../platform/uuid-from-name';
import { changedRoles, isAccountRole, orUsualRole, selfServiceRoles, type AccountRole } from './account-role';
import {
  confirmed,
  newAccountRow,
  type NewAccount,
  type NewBrokeredAccount,
  type NewCustodialAccount,
} from './new-account';
import { isAcceptablePassword, type PasswordHasher } from './password';
import { UserEntity } from './user.entity';

/** Changes to an account. Absent fields stay unchanged. */
export interface AccountChanges {
  username?: string;
  emails?: string[];
  password?: string;
  roles?: string[];
  /** Milliseconds since the epoch. */
  termsAcceptedTime?: number;
  emailVerified?: boolean;
}

/** Changes ready to be stored. */
export type PreparedChanges = Omit<AccountChanges, 'password'> & { passwordHash?: string };

/** An account before and after a change. */
export interface AccountChange {
  before: UserEntity;
  after: UserEntity;
}

/** Performs the effects of a change of address, in its transaction. */
export interface AddressListener {
  addressChanged(manager: EntityManager, userId: string): Promise<void>;
}

const invalidDetails = () => badInput('Invalid user details were given');
const alreadyExists = () => conflict('User already exists').about('username', 'emails', 'email');

/** Clients send back the time that they were shown, which has no milliseconds: this is not a change. */
const isSameSecond = (one: number, other: number | null): boolean =>
  other !== null && Math.floor(one / 1000) === Math.floor(other / 1000);

/** The columns of accounts for statements that join their table under an alias, and the mapping of rows to accounts. */
export const accountColumns = ({ plain }: Database, alias: string) => plain.listColumns(UserEntity, alias);

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  addressListener: AddressListener;
}

/** Accounts: creates, finds and changes them. */
export class AccountService {
  constructor(
    private readonly parts: Parts,
    private readonly passwords: PasswordHasher,
    private readonly verificationSecret: string | undefined,
  ) {}

  /** Accounts by id, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(UserEntity | null)[]> => {
    const users = await this.parts.database.plain.find(UserEntity, { id: ids });
    const byId = new Map(users.map((user) => [user.id, user]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  async findByEmail(email: string): Promise<UserEntity | null> {
    const address = normalizeEmail(email);
    const user = await this.parts.database.reader.findOneBy(UserEntity, { email: address });
    // MySQL ignores trailing spaces.
    return user?.email === address ? user : null;
  }

  /**
   * The account of an address if the password is right. Takes the same time without an account. A hash with outdated
   * parameters is replaced.
   */
  async findByCredentials(email: string, password: string): Promise<UserEntity | null> {
    const user = await this.findByEmail(email);
    const passwordHash = user?.passwordHash ?? null;
    if (!(await this.passwords.matches(password, passwordHash))) return null;
    if (user && passwordHash !== null && this.passwords.isOutdated(passwordHash))
      await this.replaceHash(user.id, passwordHash, await this.passwords.hash(password));
    return user;
  }

  /** Nothing changes for the owner: sessions continue. A password that was changed in the meantime stays. */
  private async replaceHash(id: string, outdated: string, passwordHash: string): Promise<void> {
    await this.parts.database.transaction((manager) =>
      manager.update(UserEntity, { id, passwordHash: outdated }, { passwordHash }),
    );
  }

  /** Whether this is the password of the account. */
  hasPassword(user: UserEntity, password: string): Promise<boolean> {
    return this.passwords.matches(password, user.passwordHash);
  }

  /** Account ids for ids or email addresses, in order; null for unknown addresses. Ids are unchecked. For loaders. */
  readonly resolveIds = async (idsOrEmails: readonly string[]): Promise<(string | null)[]> => {
    const lowerCase = idsOrEmails.map((text) => text.toLowerCase());
    const emails = lowerCase.filter((text) => !isUserId(text));
    const users =
      emails.length === 0 ? [] : await this.parts.database.reader.findBy(UserEntity, { email: In(emails) });
    const byEmail = new Map(users.map((user) => [user.email, user.id]));
    return lowerCase.map((text) => (isUserId(text) ? text : (byEmail.get(text) ?? null)));
  };

  /**
   * Validates a sign-up and prepares the account, without storing it. Throws when the address, the password or a
   * role is invalid.
   */
  async prepare(account: NewAccount): Promise<UserEntity> {
    const email = this.soleAddress(account);
    const roles = orUsualRole(account.roles);
    if (!roles.every((role) => isAccountRole(role) && selfServiceRoles.includes(role)))
      throw invalidDetails().about('roles');
    if (!isAcceptablePassword(account.password)) throw invalidDetails().about('password');
    const verified = this.verificationSecret !== undefined && email.includes(this.verificationSecret);
    return newAccountRow({
      id: newUserId(),
      email,
      emailVerified: verified,
      isUnconfirmedSignUp: !verified,
      passwordHash: await this.passwords.hash(account.password),
      roles: [...new Set(roles)] as AccountRole[],
      termsAcceptedTime: verified ? now() : null,
    });
  }

  /**
   * Prepares an account created by somebody else, without storing it: it has no password and possibly no address.
   * Throws when the address is invalid.
   */
  prepareCustodial({ username = '', emails = [] }: NewCustodialAccount): UserEntity {
    const isKnown = username !== '' || emails.length > 0;
    return newAccountRow({
      id: newUserId(),
      email: isKnown
        ? this.soleAddress({
            username: username || (emails[0] ?? ''),
            emails: emails.length > 0 ? emails : [username],
          })
        : null,
      emailVerified: false,
      passwordHash: null,
      roles: ['custodial_account', 'patient'],
    });
  }

  /** Prepares the account of a program, without storing it: it has no address and never logs in itself. */
  prepareServiceAccount(id: string): UserEntity {
    return newAccountRow({ id, email: null, emailVerified: false, passwordHash: null, roles: [] });
  }

  /**
   * Prepares the account of a person from an external identity provider, without storing it. Throws when the address
   * is invalid.
   */
  prepareBrokered({ email, emailVerified, roles }: NewBrokeredAccount): UserEntity {
    return newAccountRow({
      id: newUserId(),
      email: this.soleAddress({ username: email, emails: [email] }),
      emailVerified,
      isUnconfirmedSignUp: !emailVerified,
      passwordHash: null,
      roles: [...roles, 'brokered'],
    });
  }

  /** Hands a locked account over to an external identity provider: from now on it can log in only there. */
  async handOver(manager: EntityManager, user: UserEntity, emailVerified: boolean): Promise<UserEntity> {
    const roles: AccountRole[] = [...new Set<AccountRole>([...user.roles, 'brokered'])];
    const set = { roles, emailVerified, ...(emailVerified && confirmed), modifiedTime: now() };
    await manager.update(UserEntity, { id: user.id }, set);
    return Object.assign(new UserEntity(), user, set);
  }

  private soleAddress({ username, emails }: Pick<NewAccount, 'username' | 'emails'>): string {
    const [first] = emails;
    if (first === undefined || !emails.every(isEmailAddress)) throw invalidDetails().about('emails');
    if (normalizeEmail(username) !== normalizeEmail(first)) throw invalidDetails().about('username');
    return normalizeEmail(first);
  }

  /** Stores a prepared account. Throws a conflict when the address is taken. */
  async insert(manager: EntityManager, user: UserEntity): Promise<void> {
    try {
      await manager.insert(UserEntity, user);
    } catch (error) {
      throw isDuplicateKey(error) ? alreadyExists() : error;
    }
  }

  /** Changes an account; equal values are not changes. Returns the account after the change. */
  async update(id: string, changes: AccountChanges): Promise<UserEntity> {
    const prepared = await this.prepareChanges(changes);
    const { after } = await this.parts.database.transaction((manager) =>
      this.updateWithin(manager, id, prepared),
    );
    return after;
  }

  /**
   * Whether nobody can log in to an account: somebody else has created it, and its owner has not claimed it.
   * Accounts of external identity providers have no password either, but they have an owner.
   */
  isUnclaimed({ passwordHash, roles }: UserEntity): boolean {
    return passwordHash === null && !roles.includes('brokered');
  }

  /**
   * Whether an account is that of a program. It acts only with tokens that the secret of its client opens: otherwise it
   * would go on when the client is removed.
   */
  isServiceAccount({ id }: Pick<UserEntity, 'id'>): boolean {
    return isUuidFromName(id);
  }

  /** Whether a password is acceptable. */
  acceptsPassword(password: string): boolean {
    return isAcceptablePassword(password);
  }

  /** Validates a new password and hashes it, which takes too long for a transaction. */
  async prepareChanges({ password, ...changes }: AccountChanges): Promise<PreparedChanges> {
    if (password === undefined) return changes;
    if (!isAcceptablePassword(password)) throw invalidDetails().about('password');
    return { ...changes, passwordHash: await this.passwords.hash(password) };
  }

  /**
   * `update` within a larger transaction; returns the account before and after. Throws a refusal for an address or a
   * password of a service account.
   */
  async updateWithin(manager: EntityManager, id: string, changes: PreparedChanges): Promise<AccountChange> {
    const before = await this.lock(manager, id);
    const set = this.fieldChanges(before, changes);
    const opensLogIn = set.email !== undefined || set.passwordHash !== undefined;
    if (opensLogIn && this.isServiceAccount(before))
      throw forbidden('Not authorized for requested operation');
    if (before.passwordHash === null && set.passwordHash) {
      set.roles = (set.roles ?? before.roles).filter((role) => role !== 'custodial_account');
    }
    if (Object.keys(set).length === 0) return { before, after: before };
    set.modifiedTime = now();
    try {
      await manager.update(UserEntity, { id }, set);
    } catch (error) {
      throw isDuplicateKey(error) ? alreadyExists() : error;
    }
    if (set.email !== undefined) await this.parts.addressListener.addressChanged(manager, id);
    return { before, after: Object.assign(new UserEntity(), before, set) };
  }

  private fieldChanges(user: UserEntity, changes: PreparedChanges): Partial<UserEntity> {
    const { emailVerified, termsAcceptedTime, roles, passwordHash } = changes;
    const email = this.newAddress(user, changes);
    const isNewTime =
      termsAcceptedTime !== undefined && !isSameSecond(termsAcceptedTime, user.termsAcceptedTime);
    const newRoles = roles && changedRoles(user.roles, roles);
    if (newRoles === null) throw invalidDetails().about('roles');
    return {
      ...(email !== undefined && email !== user.email && { email }),
      ...(emailVerified !== undefined && {
        ...(user.emailVerified && confirmed),
        ...(emailVerified ? confirmed : { emailVerified }),
      }),
      ...(isNewTime && { termsAcceptedTime }),
      ...(newRoles && { roles: newRoles }),
      ...(passwordHash !== undefined && { passwordHash }),
    };
  }

  private newAddress(user: UserEntity, { username, emails }: PreparedChanges): string | null | undefined {
    if (username === undefined && emails === undefined) return undefined;
    // The custodian of an account may remove the address, or may never have known one.
    if (emails?.length === 0 && !username && user.passwordHash === null) return null;
    const address = emails?.[0] ?? username ?? '';
    assertOneAddress(emails);
    if (emails?.length === 0 || !isEmailAddress(address)) throw invalidDetails().about('emails', 'username');
    if (username !== undefined && normalizeEmail(username) !== normalizeEmail(address))
      throw invalidDetails().about('username');
    return normalizeEmail(address);
  }

  /** Deletes the row of an account; null if it does not exist. Areas delete their data separately. */
  async remove(manager: EntityManager, id: string): Promise<UserEntity | null> {
    const user = await this.lockExisting(manager, id);
    if (user) await manager.delete(UserEntity, { id });
    return user;
  }

  /** `lock`; null if it does not exist. */
  lockExisting(manager: EntityManager, id: string): Promise<UserEntity | null> {
    return lockRow(this.parts.database, manager, UserEntity, { id });
  }

  /** Locks and returns the account until the transaction ends. Throws if it does not exist. */
  async lock(manager: EntityManager, id: string): Promise<UserEntity> {
    const user = await this.lockExisting(manager, id);
    if (!user) throw notFound('User not found').about('userId');
    return user;
  }

  /**
   * Locks an account after authentication, if its log-in round is still the same. Returns false if all of its
   * log-ins have been ended since, for example by a new password.
   */
  async lockForLogIn(manager: EntityManager, user: Pick<UserEntity, 'id' | 'logInRound'>): Promise<boolean> {
    return (await this.lockExisting(manager, user.id))?.logInRound === user.logInRound;
  }

  /** Locks an account before a session of it is continued; null if it is deleted or disabled. */
  async lockEnabled(manager: EntityManager, id: string): Promise<UserEntity | null> {
    const user = await this.lockExisting(manager, id);
    return user?.disabledTime === null ? user : null;
  }

  /** Disables or enables an account and returns it. Throws if it does not exist. */
  async setDisabled(manager: EntityManager, id: string, isDisabled: boolean): Promise<UserEntity> {
    const user = await this.lock(manager, id);
    if ((user.disabledTime !== null) === isDisabled) return user;
    const time = now();
    const set = { disabledTime: isDisabled ? time : null, modifiedTime: time };
    await manager.update(UserEntity, { id }, set);
    return Object.assign(new UserEntity(), user, set);
  }

  /** Marks the new address of an account as unverified. If the previous one was verified, its owner is known. */
  async markUnverified(manager: EntityManager, user: UserEntity): Promise<UserEntity> {
    const set = { ...(user.emailVerified && confirmed), emailVerified: false };
    await manager.update(UserEntity, { id: user.id }, set);
    return Object.assign(new UserEntity(), user, set);
  }

  /** Marks the address of an account as verified, unless the account has a different one by now. */
  async markVerified(manager: EntityManager, id: string, email: string): Promise<void> {
    await manager.update(UserEntity, { id, email }, { ...confirmed, modifiedTime: now() });
  }
}
