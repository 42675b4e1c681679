import type { ServiceCommand } from './command';
import { limitOption, readLimit } from './limit';
import { instant, table } from './print';

/** The access log of an account, or of the administration of the service. */
export const logCommands: readonly ServiceCommand[] = [
  {
    name: 'log',
    description:
      'Lists access log entries, newest first: those of an account, or what operators and administrators have done.',
    parameters: [['[account]', 'Id or email address of an account.']],
    options: [limitOption],
    examples: ['log', 'log jill@example.org --limit 10'],
    async run(session, given) {
      const [name] = given.args;
      const user = name === undefined ? undefined : await session.account(name);
      const entries = (await session.newestEntries(user, readLimit(given))).map((entry) => ({
        time: instant(entry.time),
        kind: entry.kind,
        reason: entry.reason,
        by: entry.client,
        actorId: entry.actorId,
        operation: entry.operation,
      }));
      return {
        data: entries,
        text: table(
          ['Time', 'Kind', 'Reason', 'By', 'Account', 'Operation'],
          entries.map(({ time, kind, reason, by, actorId, operation }) => [
            ...[time, kind, reason, by, actorId, operation],
          ]),
          'There are no entries.',
        ),
      };
    },
  },
];
