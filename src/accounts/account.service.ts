import { In, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { lockRow } from '../database/lock-rows';
import { assertOneAddress, isEmailAddress, normalizeEmail } from '../rules/email-address';
import { badInput, conflict, notFound } from '../errors';
import { isUserId, newUserId } from '../ids';
import { isAccountRole, selfServiceRoles, type AccountRole } from './account-role';
import { isAcceptablePassword, type PasswordHasher } from './password';
import { UserEntity } from './user.entity';

export interface NewAccount {
  username: string;
  emails: string[];
  password: string;
  roles?: string[];
}

/** What is known of somebody for whom an account is opened. */
export interface NewCustodialAccount {
  username?: string;
  emails?: string[];
}

/** What an external identity provider says of somebody, and what their account is for. */
export interface NewBrokeredAccount {
  email: string;
  emailVerified: boolean;
  roles: AccountRole[];
}

/** What an update changes; what is absent stays. */
export interface AccountChanges {
  username?: string;
  emails?: string[];
  password?: string;
  roles?: string[];
  /** Milliseconds since the epoch. */
  termsAcceptedTime?: number;
  emailVerified?: boolean;
}

/** Changes that are ready to be stored. */
export type PreparedChanges = Omit<AccountChanges, 'password'> & { passwordHash?: string };

/** An account before and after a change. */
export interface AccountChange {
  before: UserEntity;
  after: UserEntity;
}

/** Does what follows from a change of the address of an account, in the transaction of the change. */
export interface AddressListener {
  addressChanged(manager: EntityManager, userId: string): Promise<void>;
}

const invalidDetails = () => badInput('Invalid user details were given');
const alreadyExists = () => conflict('User already exists');

/** Clients send back the time that they were shown, which has no milliseconds: that is no change. */
const isSameSecond = (one: number, other: number | null): boolean =>
  other !== null && Math.floor(one / 1000) === Math.floor(other / 1000);

/** An account that is opened now; nobody has agreed to the terms unless it is told. */
function newAccountRow(facts: Partial<UserEntity>): UserEntity {
  const time = now();
  const nothingYet = { termsAcceptedTime: null, disabledTime: null, logInRound: 0 };
  return Object.assign(new UserEntity(), { ...nothingYet, createdTime: time, modifiedTime: time }, facts);
}

/** Accounts: who there is, how they are created, found and changed. */
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordHasher,
    private readonly verificationSecret: string | undefined,
    private readonly addressListener: AddressListener,
  ) {}

  /** Accounts by id, in the order of the ids; null for an id that nobody has. For loaders. */
  readonly findMany = async (ids: readonly string[]): Promise<(UserEntity | null)[]> => {
    const users = await this.database.plain.find(UserEntity, { id: ids });
    const byId = new Map(users.map((user) => [user.id, user]));
    return ids.map((id) => byId.get(id) ?? null);
  };

  async findByEmail(email: string): Promise<UserEntity | null> {
    const address = normalizeEmail(email);
    const user = await this.database.reader.findOneBy(UserEntity, { email: address });
    // MySQL takes no notice of blanks at the end.
    return user?.email === address ? user : null;
  }

  /**
   * The account of an address if the password is right. Takes as long when there is no such account. A hash that was
   * made with weaker parameters than today's is replaced on this occasion.
   */
  async findByCredentials(email: string, password: string): Promise<UserEntity | null> {
    const user = await this.findByEmail(email);
    const passwordHash = user?.passwordHash ?? null;
    if (!(await this.passwords.matches(password, passwordHash))) return null;
    if (user && passwordHash !== null && this.passwords.isOutdated(passwordHash))
      await this.replaceHash(user.id, passwordHash, await this.passwords.hash(password));
    return user;
  }

  /** Nothing changes for the owner: sessions go on. A password that was changed meanwhile stays. */
  private async replaceHash(id: string, outdated: string, passwordHash: string): Promise<void> {
    await this.database.transaction((manager) =>
      manager.update(UserEntity, { id, passwordHash: outdated }, { passwordHash }),
    );
  }

  /** True when this is the password of the account. */
  hasPassword(user: UserEntity, password: string): Promise<boolean> {
    return this.passwords.matches(password, user.passwordHash);
  }

  /**
   * Ids of the accounts that ids or e-mail addresses stand for, in their order; null for an address that nobody has.
   * An id is taken at its word. For loaders.
   */
  readonly resolveIds = async (idsOrEmails: readonly string[]): Promise<(string | null)[]> => {
    const lowerCase = idsOrEmails.map((text) => text.toLowerCase());
    const emails = lowerCase.filter((text) => !isUserId(text));
    const users =
      emails.length === 0 ? [] : await this.database.reader.findBy(UserEntity, { email: In(emails) });
    const byEmail = new Map(users.map((user) => [user.email, user.id]));
    return lowerCase.map((text) => (isUserId(text) ? text : (byEmail.get(text) ?? null)));
  };

  /**
   * Checks what somebody signing up has sent and prepares the account, without storing it.
   * Throws when the address, the password or a role is not acceptable.
   */
  async prepare(account: NewAccount): Promise<UserEntity> {
    const email = this.soleAddress(account);
    const roles = account.roles?.length ? account.roles : ['patient'];
    if (!roles.every((role) => isAccountRole(role) && selfServiceRoles.includes(role)))
      throw invalidDetails();
    if (!isAcceptablePassword(account.password)) throw invalidDetails();
    const verified = this.verificationSecret !== undefined && email.includes(this.verificationSecret);
    return newAccountRow({
      id: newUserId(),
      email,
      emailVerified: verified,
      passwordHash: await this.passwords.hash(account.password),
      roles: [...new Set(roles)] as AccountRole[],
      termsAcceptedTime: verified ? now() : null,
    });
  }

  /**
   * Prepares an account that is opened by somebody else, without storing it: it has no password and perhaps no
   * address. Throws when the address is not acceptable.
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

  /** Prepares the account that a program acts as, without storing it: it has no address and never logs in itself. */
  prepareServiceAccount(id: string): UserEntity {
    return newAccountRow({
      id,
      email: null,
      emailVerified: false,
      passwordHash: null,
      roles: [],
    });
  }

  /**
   * Prepares the account of somebody whom an external identity provider knows, without storing it. Throws when the
   * address is not acceptable.
   */
  prepareBrokered({ email, emailVerified, roles }: NewBrokeredAccount): UserEntity {
    return newAccountRow({
      id: newUserId(),
      email: this.soleAddress({ username: email, emails: [email] }),
      emailVerified,
      passwordHash: null,
      roles: [...roles, 'brokered'],
    });
  }

  /** Hands a locked account over to an external identity provider: it logs in there alone from now on. */
  async handOver(manager: EntityManager, user: UserEntity, emailVerified: boolean): Promise<UserEntity> {
    const roles: AccountRole[] = [...new Set<AccountRole>([...user.roles, 'brokered'])];
    const set = { roles, emailVerified, modifiedTime: now() };
    await manager.update(UserEntity, { id: user.id }, set);
    return Object.assign(new UserEntity(), user, set);
  }

  private soleAddress({ username, emails }: Pick<NewAccount, 'username' | 'emails'>): string {
    const [first] = emails;
    if (first === undefined || !emails.every(isEmailAddress)) throw invalidDetails();
    if (normalizeEmail(username) !== normalizeEmail(first)) throw invalidDetails();
    return normalizeEmail(first);
  }

  /** Stores a prepared account. Throws a conflict when the address belongs to somebody. */
  async insert(manager: EntityManager, user: UserEntity): Promise<void> {
    try {
      await manager.insert(UserEntity, user);
    } catch (error) {
      throw isDuplicateKey(error) ? alreadyExists() : error;
    }
  }

  /** Changes an account; equal values are no change. Returns the account as it is then. */
  async update(id: string, changes: AccountChanges): Promise<UserEntity> {
    const prepared = await this.prepareChanges(changes);
    const { after } = await this.database.transaction((manager) => this.updateWithin(manager, id, prepared));
    return after;
  }

  /**
   * True while nobody can log in to an account: somebody else has opened it, and its owner has not taken it over.
   * Accounts of external identity providers have no password either, but an owner.
   */
  isUnclaimed({ passwordHash, roles }: UserEntity): boolean {
    return passwordHash === null && !roles.includes('brokered');
  }

  /** True for a password that may be set. */
  acceptsPassword(password: string): boolean {
    return isAcceptablePassword(password);
  }

  /** Checks a new password and hashes it, which takes too long for a transaction. */
  async prepareChanges({ password, ...changes }: AccountChanges): Promise<PreparedChanges> {
    if (password === undefined) return changes;
    if (!isAcceptablePassword(password)) throw invalidDetails();
    return { ...changes, passwordHash: await this.passwords.hash(password) };
  }

  /** `update` as a part of a larger change; returns the account before and after. */
  async updateWithin(manager: EntityManager, id: string, changes: PreparedChanges): Promise<AccountChange> {
    const before = await this.lock(manager, id);
    const set = this.fieldChanges(before, changes);
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
    if (set.email !== undefined) await this.addressListener.addressChanged(manager, id);
    return { before, after: Object.assign(new UserEntity(), before, set) };
  }

  private fieldChanges(user: UserEntity, changes: PreparedChanges): Partial<UserEntity> {
    const { emailVerified, termsAcceptedTime, roles, passwordHash } = changes;
    const email = this.newAddress(user, changes);
    const isNewTime =
      termsAcceptedTime !== undefined && !isSameSecond(termsAcceptedTime, user.termsAcceptedTime);
    if (roles && !roles.every(isAccountRole)) throw invalidDetails();
    return {
      ...(email !== undefined && email !== user.email && { email }),
      ...(emailVerified !== undefined && { emailVerified }),
      ...(isNewTime && { termsAcceptedTime }),
      ...(roles && { roles: [...new Set(roles)] as AccountRole[] }),
      ...(passwordHash !== undefined && { passwordHash }),
    };
  }

  private newAddress(user: UserEntity, { username, emails }: PreparedChanges): string | null | undefined {
    if (username === undefined && emails === undefined) return undefined;
    // Who manages the account of somebody else may take an address back, or never have known one.
    if (emails?.length === 0 && !username && user.passwordHash === null) return null;
    const address = emails?.[0] ?? username ?? '';
    assertOneAddress(emails);
    if (emails?.length === 0 || !isEmailAddress(address)) throw invalidDetails();
    if (username !== undefined && normalizeEmail(username) !== normalizeEmail(address))
      throw invalidDetails();
    return normalizeEmail(address);
  }

  /** Removes an account, whose address is free then; null when there is none. What areas keep of it is left to them. */
  async remove(manager: EntityManager, id: string): Promise<UserEntity | null> {
    const user = await lockRow(this.database, manager, UserEntity, { id });
    if (user) await manager.delete(UserEntity, { id });
    return user;
  }

  /** The account as it stands; until the transaction ends, nobody else changes it. Throws when there is none. */
  async lock(manager: EntityManager, id: string): Promise<UserEntity> {
    const user = await lockRow(this.database, manager, UserEntity, { id });
    if (!user) throw notFound('User not found');
    return user;
  }

  /**
   * Locks an account that somebody has shown the password of, or to be otherwise, when its log-ins had this round. False
   * when they were all ended since then: with a new password, say.
   */
  async lockForLogIn(
    manager: EntityManager,
    { id, logInRound }: Pick<UserEntity, 'id' | 'logInRound'>,
  ): Promise<boolean> {
    return (await lockRow(this.database, manager, UserEntity, { id }))?.logInRound === logInRound;
  }

  /** Disables an account or enables it again. Returns it as it is then. Throws when there is none. */
  async setDisabled(manager: EntityManager, id: string, isDisabled: boolean): Promise<UserEntity> {
    const user = await this.lock(manager, id);
    if ((user.disabledTime !== null) === isDisabled) return user;
    const time = now();
    const set = { disabledTime: isDisabled ? time : null, modifiedTime: time };
    await manager.update(UserEntity, { id }, set);
    return Object.assign(new UserEntity(), user, set);
  }

  /** Marks an account whose new address nobody has confirmed yet. */
  async markUnverified(manager: EntityManager, user: UserEntity): Promise<UserEntity> {
    await manager.update(UserEntity, { id: user.id }, { emailVerified: false });
    return Object.assign(new UserEntity(), user, { emailVerified: false });
  }

  /** Marks an address as belonging to the account's owner, unless the account has got another one meanwhile. */
  async markVerified(manager: EntityManager, id: string, email: string): Promise<void> {
    await manager.update(UserEntity, { id, email }, { emailVerified: true, modifiedTime: now() });
  }
}
