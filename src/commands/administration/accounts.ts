import { accountRoles, isAccountRole, selfServiceRoles } from '../../identity/accounts/account-role';
import type { UserEntity } from '../../identity/accounts/user.entity';
import { badInput } from '../../platform/errors';
import { listItems } from '../../platform/list-part';
import { isEmailAddress } from '../../platform/rules/email-address';
import { optionText, parameter, type Outcome, type ServiceCommand } from './command';
import { limitOption, readLimit } from './limit';
import { facts, instant, table } from './print';

const account = ['<account>', 'Id or email address of the account.'] as const;

/** An account as programs see it. */
const describeAccount = (user: UserEntity) => ({
  id: user.id,
  email: user.email,
  isConfirmed: user.emailVerified,
  isDisabled: user.disabledTime !== null,
  hasPassword: user.passwordHash !== null,
  roles: user.roles,
  createdTime: instant(user.createdTime),
  modifiedTime: instant(user.modifiedTime),
});

const describeState = (user: UserEntity): string => {
  if (user.disabledTime !== null) return 'disabled';
  if (user.passwordHash === null && !user.roles.includes('brokered')) return 'unclaimed';
  return user.emailVerified ? 'active' : 'unconfirmed';
};

const showAccount = (user: UserEntity): Outcome => ({
  data: describeAccount(user),
  text: facts({
    Id: user.id,
    Address: user.email,
    State: describeState(user),
    Roles: user.roles.join(', '),
    Created: instant(user.createdTime),
    Changed: instant(user.modifiedTime),
  }),
});

/** Accounts: find, create, confirm, disable, delete, roles. */
export const accountCommands: readonly ServiceCommand[] = [
  {
    name: 'accounts find',
    description:
      'Lists accounts: those whose address begins with a text, those with a role, or the newest ones.',
    parameters: [['[text]', 'Id, or beginning of the address.']],
    options: [['--role <role>', `Only accounts with this role: ${accountRoles.join(', ')}.`], limitOption],
    examples: ['accounts find jill', 'accounts find --role administrator', 'accounts find --limit 10 --json'],
    async run({ services }, given) {
      const role = optionText(given, 'role');
      if (role !== undefined && !isAccountRole(role)) throw badInput(`There is no role ${role}.`);
      const text = given.args[0];
      const question = { search: { text, role }, size: readLimit(given) };
      const [page = []] = await services.accountDirectory.searches([question]);
      const users = listItems(page);
      return {
        data: users.map(describeAccount),
        text: table(
          ['Id', 'Address', 'State', 'Roles', 'Created'],
          users.map((user) => [
            ...[user.id, user.email, describeState(user), user.roles.join(', ')],
            instant(user.createdTime),
          ]),
          'There are no such accounts.',
        ),
      };
    },
  },
  {
    name: 'accounts show',
    description: 'Shows an account.',
    parameters: [account],
    examples: ['accounts show jill@example.org'],
    run: async (session, given) => showAccount(await session.account(parameter(given, 0))),
  },
  {
    name: 'accounts create',
    description:
      'Creates an account without a known password, and prints a link with which its owner sets one. The address counts as confirmed.',
    parameters: [['<address>', 'Email address.']],
    options: [
      ['--role <role>', `What the account is for: ${selfServiceRoles.join(', ')}.`, 'patient'],
      ['--name <name>', 'Full name for the profile.'],
      ['--unconfirmed', 'Have the owner confirm the address with a mail instead. Prints no link.'],
    ],
    examples: [
      'accounts create jill@example.org --name "Jill Jellyfish"',
      'accounts create nurse@example.org --role clinician --unconfirmed',
    ],
    async run(session, given) {
      const { accountAdministration, passwordResets } = session.services;
      const [email, role] = [parameter(given, 0), optionText(given, 'role') ?? 'patient'];
      if (!isEmailAddress(email)) throw badInput(`"${email}" is not an email address.`);
      if (!(selfServiceRoles as readonly string[]).includes(role))
        throw badInput(`A new account cannot have the role ${role}; choose ${selfServiceRoles.join(', ')}.`);
      const isConfirmed = given.options.unconfirmed !== true;
      const user = await accountAdministration.prepare({ email, role, isConfirmed });
      await session.change('accounts create', [user.id], () =>
        accountAdministration.open(user, optionText(given, 'name')),
      );
      const link = isConfirmed ? await passwordResets.createLink(user.id) : null;
      return {
        data: { ...describeAccount(user), link },
        text: facts({ Id: user.id, Address: user.email, ...(link !== null && { Link: link }) }),
      };
    },
  },
  {
    name: 'accounts confirm',
    description: 'Confirms the address of an account without the mail.',
    parameters: [account],
    examples: ['accounts confirm jill@example.org'],
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      await session.change('accounts confirm', [id], () =>
        session.services.accountAdministration.confirm(id),
      );
      return showAccount(await session.account(id));
    },
  },
  {
    name: 'accounts reset-password',
    description:
      'Prints a link with which the owner of an account can set a new password, or sends it to them. The old password stays valid until then.',
    parameters: [account],
    options: [['--mail', 'Send a mail to the owner instead of printing the link.']],
    examples: ['accounts reset-password jill@example.org', 'accounts reset-password jill@example.org --mail'],
    async run(session, given) {
      const { accountAdministration, passwordResets } = session.services;
      const { id, email } = await session.account(parameter(given, 0));
      const byMail = given.options.mail === true;
      const command = `accounts reset-password${byMail ? ' --mail' : ''}`;
      const link = await session.change(command, [id], async () => {
        if (!byMail) return passwordResets.createLink(id);
        await accountAdministration.sendPasswordReset(id);
        return null;
      });
      return { data: { id, link }, text: link ?? `The service will send a mail to ${email}.` };
    },
  },
  {
    name: 'accounts disable',
    description: 'Disables an account: nobody can log in, and all of its sessions end at once.',
    parameters: [account],
    examples: ['accounts disable jill@example.org'],
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      return showAccount(
        await session.change('accounts disable', [id], () => session.services.accountUpdates.disable(id)),
      );
    },
  },
  {
    name: 'accounts enable',
    description: 'Enables an account that was disabled. Its owner has to log in again.',
    parameters: [account],
    examples: ['accounts enable jill@example.org'],
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      return showAccount(
        await session.change('accounts enable', [id], () => session.services.accountUpdates.enable(id)),
      );
    },
  },
  {
    name: 'accounts log-out',
    description: 'Ends all sessions of an account, and with them all of its tokens.',
    parameters: [account],
    examples: ['accounts log-out jill@example.org'],
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      await session.change('accounts log-out', [id], () => session.services.sessions.endAll(id));
      return { data: { id }, text: 'All sessions have ended.' };
    },
  },
  {
    name: 'accounts delete',
    description:
      'Deletes an account at once, and has the service delete all of its data. Accounts of clinics and clinicians cannot be deleted.',
    parameters: [account],
    examples: ['accounts delete jill@example.org', 'accounts delete jill@example.org --yes'],
    confirmation: (given) => `Delete the account ${parameter(given, 0)} with all of its data?`,
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      await session.change('accounts delete', [id], () =>
        session.services.accountDeletions.deleteChecked(id),
      );
      return { data: { id }, text: `The account ${id} is deleted; the service deletes its data.` };
    },
  },
  {
    name: 'accounts roles list',
    description: 'Lists the roles of an account.',
    parameters: [account],
    examples: ['accounts roles list jill@example.org'],
    async run(session, given) {
      const { roles } = await session.account(parameter(given, 0));
      return { data: roles, text: roles.join('\n') || 'The account has no roles.' };
    },
  },
  {
    name: 'accounts roles add',
    description:
      'Gives an account a role. The role administrator opens `admin` in the graph, and is only given here.',
    parameters: [account, ['<role>', `One of ${accountRoles.join(', ')}.`]],
    examples: ['accounts roles add jill@example.org administrator'],
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      const role = parameter(given, 1);
      return showAccount(
        await session.change(`accounts roles add ${role}`, [id], () =>
          session.services.accountRoles.add(id, role),
        ),
      );
    },
  },
  {
    name: 'accounts roles remove',
    description: 'Takes a role from an account.',
    parameters: [account, ['<role>', `One of ${accountRoles.join(', ')}.`]],
    examples: ['accounts roles remove jill@example.org administrator'],
    async run(session, given) {
      const { id } = await session.account(parameter(given, 0));
      const role = parameter(given, 1);
      return showAccount(
        await session.change(`accounts roles remove ${role}`, [id], () =>
          session.services.accountRoles.remove(id, role),
        ),
      );
    },
  },
];
